import { useNavigate } from 'react-router';
import { useAccount } from '../../api/queries.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { useWork } from '../../components/work/use-work.ts';
import { requestOf } from '../../lib/requests.ts';

/** Asks once more for what made a result, where this device knows it, and shows the job. */
export function RunAgain({ jobId }: { readonly jobId: string }) {
  const { workspace_id } = useAccount();
  const request = requestOf(workspace_id, jobId);
  const work = useWork(`again:${jobId}`);
  const navigate = useNavigate();
  if (!request) return null;
  return (
    <>
      <Button
        kind="quiet"
        icon="retry"
        busy={work.isSending}
        onClick={() => work.submit(request, { onSent: () => navigate('/studio/jobs') })}
      >
        Run again
      </Button>
      {work.error && <ErrorNotice error={work.error} />}
    </>
  );
}
