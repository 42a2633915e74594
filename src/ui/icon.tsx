/** Our own drawings on a grid of 24, 1.5 px strokes. An icon is never used without a word. */
const drawings = {
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6m-6 4h6',
  bolt: 'M13 3 6 13.5h5L10 21l8-11h-5.5z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5m8-5v5',
  card: 'M3.5 6h17v12h-17zm0 4h17',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'check-circle': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m-4-8.7 2.8 2.7 5-5.5',
  close: 'm6 6 12 12M18 6 6 18',
  data: 'M5 20v-5m4.7 5v-8m4.6 8V8m4.7 12V4',
  document: 'M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  exit: 'M10 4H5v16h5m4-12 4 4-4 4m4-4H9',
  fingerprint:
    'M5 11a7 7 0 0 1 14 0v3.5M8 20c-.7-1.2-1-2.6-1-4v-5a5 5 0 0 1 10 0v5a9 9 0 0 0 .4 2.6M12.6 21a9 9 0 0 1-.6-3.3V11m-2 0a2 2 0 0 1 4 0v5.5c0 1.5.3 2.8.9 4M10 14.5v2c0 1.5.3 3 .9 4.3',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8m0 3v.01',
  key: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8m4-4h9v3m-3-3v2.5M8 11v.01',
  lost: 'M8 4h8v16H8zM4 9v6m16-6v6M10.5 9.8a1.5 1.5 0 1 1 2.2 1.3c-.5.3-.7.6-.7 1.1m0 2.3v.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  offline:
    'M3 9.5a13 13 0 0 1 4-2.6m4-1a13 13 0 0 1 10 3.6M6.5 13a8 8 0 0 1 4-2m3.5.4a8 8 0 0 1 3.5 1.6M10 16.5a3 3 0 0 1 4 0M12 20v.01M4 4l16 16',
  option: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5m-6 5v5',
  phone:
    'M6 3h3l1.5 5-2 1.5a11 11 0 0 0 6 6l1.5-2 5 1.5v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2',
  plus: 'M12 5v14M5 12h14',
  prohibit: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.6 5.6l12.8 12.8',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  rings:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-4a5 5 0 1 0 0-10 5 5 0 0 0 0 10m0-3.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13m4.7-1.8L20 20',
  signed: 'M6 3h8l4 4v14H6zm8 0v4h4m-9 6.5 2 2 4-4.5',
  sim: 'M7 3h7l4 4v14H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1m2 8h6v7H9zm3 0v7m-3-3.5h6',
  'warning-circle': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-14v6m0 3.5v.01',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7.5 9c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  yen: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 7l3.5 5 3.5-5M12 12v5.5M9 13h6m-6 2.5h6',
} as const

export type IconName = keyof typeof drawings

export const iconNames = Object.keys(drawings).filter(isIconName)

function isIconName(name: string): name is IconName {
  return name in drawings
}

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
