import { Component, type ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';

/**
 * Keeps a fault of one page from breaking the frame. If the page's file is missing, a new build replaced it, and
 * loading again finds it.
 */
export class PageErrors extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <>
        <PageHeader />
        <Notice
          tone="bad"
          title="This page cannot be shown"
          urgent
          actions={<Button onClick={() => window.location.reload()}>Load again</Button>}
        >
          <p>What you entered is kept. ({error.message})</p>
        </Notice>
      </>
    );
  }
}
