import { useState } from 'preact/hooks';
import { keepToken } from '../wire/token.ts';

/** Asks for the token where the page stands alone and has none, or a wrong one. */
export function TokenForm({ refused, onToken }: { readonly refused: boolean; readonly onToken: () => void }) {
  const [token, setToken] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    keepToken(token);
    onToken();
  };
  return (
    <form class="card token-form" onSubmit={submit}>
      <h2>{refused ? 'The router does not accept this token' : 'This page needs the token of the router'}</h2>
      <p>
        It stands in the token file, by default <code>~/.hermes/webui/sidecar-auth/hermes-smart-router.token</code>. It
        is kept for this tab only.
      </p>
      <label class="field">
        Token
        <input
          type="password"
          autocomplete="off"
          required
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        Open the panel
      </button>
    </form>
  );
}
