/** The first of a list, opened by its link. */
const firstOf = (list: string) => ({ firstOf: list })
export type Screen = string | { readonly firstOf: string }

/**
 * Every page of the console, by somebody who works there; full, empty, refused and not found. All are opened without script
 * (tests/http/console-screens.test.ts).
 */
export const screens: readonly (readonly [loginId: string, screens: readonly Screen[]])[] = [
  [
    'yamamoto',
    [
      '/',
      '/queue/ticket',
      '/queue/ticket?whose=mine',
      firstOf('/queue/ticket'),
      '/t/new',
      '/find',
      '/c',
      '/me',
      '/keys',
      '/queue/unpaid',
      '/queue/identity',
      '/notice',
      '/nowhere',
    ],
  ],
  [
    'fukuda',
    [
      '/approval',
      '/approval?decided=true',
      '/queue/identity',
      firstOf('/queue/identity'),
      '/queue/application',
      '/queue/claim',
      '/queue/hold?group=overdue',
    ],
  ],
  ['ikeda', ['/queue/refund', '/queue/usage', firstOf('/queue/bill'), '/queue/message']],
  ['yoshida', ['/outage', firstOf('/outage'), '/outage/new', '/notice']],
  ['sasaki', ['/', firstOf('/approval')]],
  ['matsumoto', ['/access', '/audit', '/me']],
]

/** The same list with other rows: `npm run test:long` looks at these too. */
export const alike: readonly Screen[] = [
  '/queue/ticket?whose=mine',
  '/queue/unpaid',
  '/queue/application',
  '/queue/claim',
  '/queue/usage',
  '/queue/message',
  '/approval?decided=true',
  '/queue/hold?group=overdue',
  '/queue/refund',
]

/** Whoever is not at the desk sees these; they ask nobody to log in. */
export const entrances = ['/login', '/no-entry', '/directory-down']
