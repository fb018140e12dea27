import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import styles from './Navigation.module.css';
import { GROUPS, ROUTES, type StudioRoute } from './routes.tsx';

/** Places of the bar at the foot of a phone; the last one opens the whole list. */
const TABS_MAX = 4;

type ListedRoute = StudioRoute & Required<Pick<StudioRoute, 'navigation'>>;

const LISTED = ROUTES.filter((route): route is ListedRoute => route.navigation !== undefined);

/** All pages in their groups. */
export function Navigation() {
  return (
    <nav aria-label="Studio" className={styles.navigation}>
      {GROUPS.map((group) => {
        const routes = LISTED.filter(({ navigation }) => navigation.group === group);
        if (routes.length === 0) return null;
        return (
          <section key={group}>
            <h2 className={styles.group}>{group}</h2>
            <ul className={styles.list}>
              {routes.map(({ path, title, navigation }) => (
                <li key={path}>
                  <NavLink to={path} className={styles.link ?? ''}>
                    <Icon name={navigation.icon} />
                    {title}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

/** The first pages at the foot of a phone, and all of them behind "More". */
export function TabBar() {
  const { key, pathname } = useLocation();
  const isBehindMore = LISTED.slice(TABS_MAX).some(({ path }) => path === pathname);
  // Where the list was opened: having gone anywhere from there, be it to the same page, closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <nav aria-label="Main pages" className={styles.tabs}>
      {LISTED.slice(0, TABS_MAX).map(({ path, title, navigation }) => (
        <NavLink key={path} to={path} className={styles.tab ?? ''}>
          <Icon name={navigation.icon} />
          {title}
        </NavLink>
      ))}
      <button
        type="button"
        className={styles.tab}
        aria-haspopup="dialog"
        aria-current={isBehindMore || undefined}
        onClick={() => setOpenAt(key)}
      >
        <Icon name="menu" />
        More
      </button>
      <Dialog title="All pages" open={openAt === key} onClose={() => setOpenAt(null)}>
        <Navigation />
      </Dialog>
    </nav>
  );
}
