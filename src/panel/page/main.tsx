import { render } from 'preact';
import { App } from './shell/app.tsx';
import { Boundary } from './shell/boundary.tsx';
import { takeTokenFromAddress } from './wire/token.ts';

takeTokenFromAddress();
const place = document.getElementById('app');
if (place !== null)
  render(
    <Boundary>
      <App />
    </Boundary>,
    place,
  );
