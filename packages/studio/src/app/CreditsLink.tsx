import { Link } from 'react-router';
import { Icon } from '../components/Icon.tsx';
import { creditsText, numberText } from '../lib/format.ts';
import styles from './CreditsLink.module.css';
import { ROUTES } from './routes.tsx';

/** Where credits are explained. */
const CREDITS = '/studio/credits';

/** The balance, leading to where it went once there is a page for it. */
export function CreditsLink({ balance }: { readonly balance: number }) {
  const words = (
    <>
      <Icon name="credit" size={18} />
      <span aria-hidden="true">{numberText(balance)}</span>
      <span className="visually-hidden">{creditsText(balance)} left</span>
    </>
  );
  const hasPage = ROUTES.some(({ path }) => path === CREDITS);
  if (!hasPage) return <span className={styles.credits}>{words}</span>;
  return (
    <Link to={CREDITS} className={styles.credits} title="Credits">
      {words}
    </Link>
  );
}
