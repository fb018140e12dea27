import type { Model } from '@atelier/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorNotice } from '../ErrorNotice.tsx';
import { Notice } from '../Notice.tsx';
import { Skeleton } from '../Skeleton.tsx';

/** The content in place of a form while its models are loading, or if there are none. */
export function NoModel({
  query: { isPending, error, refetch },
}: {
  readonly query: UseQueryResult<readonly Model[]>;
}) {
  if (isPending) return <Skeleton shape="block" />;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Notice tone="warn" title="Your workspace has no access to a model">
      Ask the operator of the service for access.
    </Notice>
  );
}
