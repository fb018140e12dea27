/** Outlines on a grid of 24, drawn for the studio. */
const PATHS = {
  hanger:
    'M12 5.5a1.75 1.75 0 1 1 1.1 2.4c-.7.3-1.1.8-1.1 1.6v.6l7.6 5.2c1.2.8.6 2.7-.9 2.7H5.3c-1.5 0-2.1-1.9-.9-2.7L12 10.1',
  sparkle: 'M12 3.5c.6 4.7 3.3 7.4 8 8-4.7.6-7.4 3.3-8 8-.6-4.7-3.3-7.4-8-8 4.7-.6 7.4-3.3 8-8z',
  look: 'M5 4.5h9v12H5z M16.5 7.5H19v12h-9v-2.5 M7.5 13l2-3 3 4',
  gallery: 'M4 5h16v14H4z M4 15.5l4.5-4 4 3.5 3-2.5L20 16 M15.5 9.2h.01',
  asset: 'M4 7.5 12 4l8 3.5v9L12 20l-8-3.5z M4 7.5l8 3.5 8-3.5 M12 11v9',
  job: 'M5 6h14 M5 12h14 M5 18h9',
  credit: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z M14.5 9.5a3 3 0 1 0 0 5',
  webhook:
    'M8 15.5a3 3 0 1 1-3.4-2.9 M8 15.5h7 M12 5a3 3 0 0 1 2.6 4.5L18 15 M9.4 9.5A3 3 0 0 1 12 5 M9.4 9.5 6 15 M16.4 13.2a3 3 0 1 1-.7 4.8',
  admin: 'M12 3.5 19 6v5.5c0 4.3-2.9 7.3-7 9-4.1-1.7-7-4.7-7-9V6z M9 12l2.2 2.2L15.2 10',
  key: 'M8.5 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8z M11.4 12.7 19.5 4.5 M16 8l3 3 M13.5 10.5l1.8 1.8',
  account: 'M12 4.5a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4z M4.8 20c.7-3.6 3.5-5.3 7.2-5.3s6.5 1.7 7.2 5.3',
  menu: 'M4 7h16 M4 12h16 M4 17h16',
  close: 'M6 6l12 12 M18 6 6 18',
  plus: 'M12 5v14 M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4.5 9V4.5H9 M15 4.5h4.5V9 M19.5 15v4.5H15 M9 19.5H4.5V15',
  pencil: 'M5 19l1-4.2L15.8 5a1.9 1.9 0 0 1 2.7 0l.5.5a1.9 1.9 0 0 1 0 2.7L9.2 18z M14 6.8l3.2 3.2',
  brush:
    'M19.5 4.5c-4 1.8-7.2 4.8-9.4 8.3l2.6 2.5c3.4-2.3 5.5-6.2 6.8-10.8z M9.2 14.2c-2.2-.2-3.6 1.3-3.5 3.2 0 1-.6 1.8-1.7 2.1 3.5 1 6.7.2 7.2-3.1',
  eraser:
    'M8.5 19 3.9 14.4a1.2 1.2 0 0 1 0-1.7l8.4-8.4a1.2 1.2 0 0 1 1.7 0l5.4 5.4a1.2 1.2 0 0 1 0 1.7L11.8 19z M8.2 8.6l7 7 M8.5 19H20',
  undo: 'M8.5 5 4.5 9l4 4 M4.5 9h9a5.5 5.5 0 0 1 0 11H10',
  redo: 'M15.5 5l4 4-4 4 M19.5 9h-9a5.5 5.5 0 0 0 0 11H14',
  play: 'M7.5 5v14l11-7z',
  enlarge: 'M13.5 4.5h6v6 M19.5 4.5 13 11 M10.5 19.5h-6v-6 M4.5 19.5 11 13',
  upload: 'M12 16V4.5 M7.5 9 12 4.5 16.5 9 M4.5 15.5v3.2c0 .5.4.8.8.8h13.4c.4 0 .8-.3.8-.8v-3.2',
  download: 'M12 4.5V16 M7.5 11.5 12 16l4.5-4.5 M4.5 16.5v2.2c0 .5.4.8.8.8h13.4c.4 0 .8-.3.8-.8v-2.2',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z M12 2.8v2 M12 19.2v2 M2.8 12h2 M19.2 12h2 M5.5 5.5l1.4 1.4 M17.1 17.1l1.4 1.4 M18.5 5.5l-1.4 1.4 M6.9 17.1l-1.4 1.4',
  dark: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
  system: 'M4 5h16v10.5H4z M9 19.5h6 M12 15.5v4',
  warning: 'M12 4 21 19.5H3z M12 10v4.2 M12 17h.01',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z M12 11v5 M12 8h.01',
  trash: 'M5 7h14 M10 7V4.5h4V7 M7 7l.8 12.5h8.4L17 7 M10.2 10.5v5.5 M13.8 10.5v5.5',
  comment: 'M4.5 5.5h15v10.5h-8L7 19.5V16H4.5z',
  folder: 'M4 6.5h5.5l2 2.5H20v9.5H4z',
  compare: 'M4.5 5h6.5v14H4.5z M13 5h6.5v14H13z',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12z M15.5 15.5 20 20',
  check: 'M5 12.5 10 17.5 19.5 7',
  retry: 'M19 6v4.5h-4.5 M18.6 10.5A7 7 0 1 0 19 13.5',
  offline:
    'M4 4l16 16 M8.5 15.5a5 5 0 0 1 6 -.6 M5.5 12a9.5 9.5 0 0 1 4.2-2.4 M14 9.5c1.7.4 3.2 1.3 4.5 2.5 M12 19h.01',
  thumbUp: 'M7 11v8H4v-8z M7 11l4-7c1.2 0 2 .9 2 2.1L12.4 10H18c1 0 1.7.9 1.5 1.9l-1.2 6c-.2.7-.8 1.1-1.5 1.1H7',
  thumbDown: 'M17 13V5h3v8z M17 13l-4 7c-1.2 0-2-.9-2-2.1l.6-3.9H6c-1 0-1.7-.9-1.5-1.9l1.2-6c.2-.7.8-1.1 1.5-1.1H17',
  external: 'M14 4.5h5.5V10 M19.5 4.5 11 13 M17 13.5v5.5H5V7h5.5',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof PATHS;

/** A drawing beside words that say the same: screen readers pass it over. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
