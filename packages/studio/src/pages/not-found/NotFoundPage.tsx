import { ButtonLink } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';

/** The content of an address without a page. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader />
      <EmptyState
        icon="hanger"
        title="This page does not exist"
        action={<ButtonLink to="/studio/try-on">Go to try-on</ButtonLink>}
      >
        The address may be wrong, or the content was deleted.
      </EmptyState>
    </>
  );
}
