import { isMapping, type JsonObject } from '../../lib/json.ts';
import type { ResultEvent } from '../process/attempt-shape.ts';
import { createJsonLines, type JsonLine } from './json-lines.ts';
import type { Rendering } from './rendering.ts';
import { asSessionId } from './session-id.ts';
import { createTextTail } from './text-tail.ts';

/** Characters of the answer that are remembered. */
const ANSWER_CHARS = 16_384;

/**
 * Reads `--format stream-json`: `system` (with `init`), `text`, `tool_use`, `tool_result` and one final `result`. Events of other types, and fields of
 * other shapes, are passed over: the format may grow. Shown are the texts, one line for each tool, and lines that are no JSON.
 */
export function createStreamJson(): Rendering {
  const lines = createJsonLines();
  const said = createTextTail(ANSWER_CHARS);
  const noise = createTextTail(ANSWER_CHARS);
  const tools = createToolCount();
  let result: ResultEvent | null = null;
  let sessionId: string | null = null;
  let column = 0;

  /** Something that starts on a line of its own. */
  const ownLine = (text: string): string => `${column === 0 ? '' : '\n'}${text}\n`;

  function renderEvent(event: JsonObject): string {
    sessionId = asSessionId(event.session_id) ?? sessionId;
    switch (baseType(event.type)) {
      case 'text': {
        const text = textOf(event);
        said.append(text);
        return text;
      }
      case 'tool_use':
        tools.started(event.id ?? event.tool_use_id);
        return ownLine(`[${textField(event, 'name') || 'tool'}]`);
      case 'tool_result':
        tools.finished(event.tool_use_id ?? event.id);
        return '';
      case 'result': {
        result = toResult(event);
        const unseen = said.read().trim() === '' ? result.text : '';
        return unseen === '' ? '' : ownLine(unseen);
      }
      default:
        return '';
    }
  }

  function renderLine(line: JsonLine): string {
    if (line.kind === 'text') {
      noise.append(`${line.text}\n`);
      return ownLine(line.text);
    }
    if (line.kind === 'event') return isMapping(line.value) ? renderEvent(line.value) : '';
    // Enough to keep the count of running tools true; a text of a megabyte in one event is not an answer we could show.
    const type = /"type"\s*:\s*"([a-z_/]+)"/.exec(line.start)?.[1];
    return type === undefined || type === 'result' ? '' : renderEvent({ type });
  }

  function render(all: readonly JsonLine[]): string {
    let shown = '';
    for (const line of all) {
      const text = renderLine(line);
      if (text === '') continue;
      column = text.endsWith('\n') ? 0 : 1;
      shown += text;
    }
    return shown;
  }

  return {
    write: (text) => render(lines.write(text)),
    end: () => render(lines.end()),
    answer: () => {
      if (result !== null && result.text !== '') return result.text;
      if (said.read().trim() !== '' || result !== null) return said.read();
      // A run that broke off: what it printed beside the format may say why.
      return noise.read().trim();
    },
    result: () => result,
    turnEnded: () => result !== null,
    toolRunning: tools.running,
    toolsRan: tools.any,
    sessionId: () => sessionId,
  };
}

/** Tools may run side by side. Those without an id are counted. */
function createToolCount() {
  const open = new Set<unknown>();
  let anonymous = 0;
  let any = false;
  return {
    started: (id: unknown) => {
      any = true;
      if (typeof id === 'string') open.add(id);
      else anonymous++;
    },
    finished: (id: unknown) => {
      // A result whose call we cannot name ends the calls we could not follow: better an early idle limit than none.
      if (typeof id === 'string' && open.delete(id)) return;
      if (anonymous > 0) anonymous--;
      else open.clear();
    },
    running: () => open.size + anonymous > 0,
    any: () => any,
  };
}

/** `system/init` and `system` are one type. */
function baseType(type: unknown): string {
  return typeof type === 'string' ? (type.split('/')[0] ?? '') : '';
}

function textOf(event: JsonObject): string {
  return textField(event, 'text') || textField(event, 'content') || textField(event, 'delta');
}

function textField(event: JsonObject, name: string): string {
  const value = event[name];
  return typeof value === 'string' ? value : '';
}

function toResult(event: JsonObject): ResultEvent {
  const { exit_code: exitCode } = event;
  return {
    sessionId: asSessionId(event.session_id),
    exitCode: typeof exitCode === 'number' && Number.isInteger(exitCode) ? exitCode : null,
    text: textOf(event),
    error: errorText(event.error),
  };
}

/** An error is a text or an object that has one. */
export function errorText(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error === null || error === undefined || error === false) return '';
  if (isMapping(error) && typeof error.message === 'string') return error.message;
  return JSON.stringify(error);
}
