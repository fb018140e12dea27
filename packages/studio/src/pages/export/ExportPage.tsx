import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useConnection } from '../../api/session.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { PageHeader, PageTitle } from '../../components/PageHeader.tsx';
import { PageSkeleton } from '../../components/Skeleton.tsx';
import { countText } from '../../lib/format.ts';
import { DownloadForm } from './DownloadForm.tsx';
import styles from './ExportPage.module.css';
import { ReviewLinks } from './ReviewLinks.tsx';

/** A collection on its way out: as files for a shop, and as links for people without a key. */
export function ExportPage() {
  const { id = '' } = useParams();
  const { api } = useConnection();
  const { data, error, refetch } = useQuery({
    queryKey: ['collection', id],
    queryFn: ({ signal }) => api('GET', '/v1/collections/{id}', { params: { id }, signal }),
  });
  if (error)
    return (
      <>
        <PageHeader />
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!data) return <PageSkeleton />;
  return (
    <PageTitle value={`Export ${data.name}`}>
      <PageHeader
        actions={
          <ButtonLink to={`/studio/library?collection=${id}`} icon="left">
            Back to the collection
          </ButtonLink>
        }
      >
        {countText(data.image_count, 'image')}
      </PageHeader>
      <div className={styles.parts}>
        <DownloadForm collection={data} />
        <ReviewLinks collectionId={data.id} />
      </div>
    </PageTitle>
  );
}
