/** The first of a list, opened by its link; the same one wherever it is named. */
const firstOf = (list: string): Screen => (firsts[list] ??= { firstOf: list })
const firsts: Record<string, Screen> = {}
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

/**
 * One of each kind, by the parts it is made of: the day's work, a list, a case with its record, a form, a search, a proposal to
 * approve, an item with its figures, one with a form of its own.
 */
export const kinds: readonly Screen[] = [
  '/',
  '/queue/ticket',
  '/t/new',
  '/find',
  firstOf('/queue/identity'),
  firstOf('/approval'),
  firstOf('/queue/bill'),
  firstOf('/outage'),
]

/** Whoever is not at the desk sees these; they ask nobody to log in. */
export const entrances = ['/login', '/no-entry', '/directory-down']
