import { Component, type ComponentChildren } from 'preact';

/**
 * Keeps the fault of a part from taking the page: says so where the part would be. A class because Preact has error boundaries in no
 * other form.
 */
export class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly fault: string | null }> {
  override state = { fault: null };

  static override getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <div class="banner" data-tone="bad" role="alert">
        <strong>This cannot be shown.</strong> {fault}{' '}
        <button type="button" class="link" onClick={() => this.setState({ fault: null })}>
          Try again
        </button>
      </div>
    );
  }
}
