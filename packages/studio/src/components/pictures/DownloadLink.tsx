import { classNames } from '../../lib/class-names.ts';
import { ownAddress } from '../../lib/own-address.ts';
import buttons from '../Button.module.css';
import { Icon } from '../Icon.tsx';

/** Saves a picture or video under the name the service gave it. */
export function DownloadLink({ url, label = 'Download' }: { readonly url: string; readonly label?: string }) {
  return (
    <a href={ownAddress(url)} download className={classNames(buttons.button, buttons.secondary, buttons.medium)}>
      <Icon name="download" size={18} />
      <span>{label}</span>
    </a>
  );
}
