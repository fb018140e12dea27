import { PageHeader } from '../../components/PageHeader.tsx';

/** Dresses a person. */
export function TryOnPage() {
  return <PageHeader title="Try on">One person, one to four garments.</PageHeader>;
}
