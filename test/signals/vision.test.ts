import t from 'tap';
import { expectRows, type Row } from './expect-rows.ts';

const PICTURES = [
  'Here is a screenshot of the failing page',
  'Compare the two png exports',
  'the jpg is blurry, the jpeg less so',
  'Convert the webp asset',
  'Rebuild the header from the Figma file',
  'Match the mockup exactly',
  'Turn this wireframe into HTML',
  'Look at this design and tell me what is off',
  'see attached and fix it',
  'the UI looks broken on mobile',
  'look at this chart and tell me why the bars are wrong',
  'the attached diagram shows the wrong arrows',
  'here is the image of the crash dialog',
  'the plot I pasted has the axes swapped',
  'the chart above is wrong',
  'see the diagram I attached',
  'have a look at the design here',
  'check out this chart',
  'the uploaded wiring diagram is out of date',
  'mockup.png',
  'the screenshot.png is stale',
  'the design attached shows the wrong spacing',
  // Ours: typographic apostrophe, other scripts around, and a compound beside a real picture.
  'here\u2019s the new chart',
  'see the r\u00e9sum\u00e9 diagram',
  'look at this image of the design system',
];

const NO_PICTURES = [
  'plot a chart from the csv',
  'generate a mermaid diagram of the request flow',
  'rebuild the docker image and push it',
  'the design of the retry helper is wrong',
  'plot the latency distribution by percentile',
  'the flow chart of the module',
  'Redraw the chart with a log scale',
  'Explain the sequence diagram',
  'in this file the diagram is generated',
  'plot these points on a log axis',
  'chart the rollout week by week',
  "let's simplify this design and re-run the tests",
  'what does this design imply for the schema',
  're-run this plot against the new sample',
  'check out the design system tokens in tokens.css',
  'read the design doc before the meeting',
  'look at the design pattern used in the handler',
  'check out the docker image tag',
  'look at this traceback',
  'the build fails on libpng-dev, fix the makefile',
  'webpack the bundle and check the size budget',
  'shell out to jpegoptim in the asset step',
  'the imagemagick pipeline is the slow part',
  'pngcrush runs on every commit',
  // Ours: a hyphenated compound, a cue inside a word, a cue too far away.
  'check out the design-system tokens',
  'we foresee the chart',
  'look at the very new shiny chart',
  'imagery and charting',
];

t.test('tasks that show a picture', (t) => {
  expectRows(
    t,
    PICTURES.map((task): Row => [task, { needs_vision: true }]),
  );
  t.end();
});

t.test('tasks that only speak of one', (t) => {
  expectRows(
    t,
    NO_PICTURES.map((task): Row => [task, { needs_vision: false }]),
  );
  t.end();
});
