import { render } from 'preact';
import { App } from './shell/app.tsx';
import { takeTokenFromAddress } from './wire/token.ts';

takeTokenFromAddress();
const place = document.getElementById('app');
if (place !== null) render(<App />, place);
