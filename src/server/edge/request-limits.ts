import type { OperationLimit, SubjectLimit } from '#protocol/endpoint.ts'

/** So many requests within so many seconds. */
export type Figures = { readonly requests: number; readonly seconds: number }

/**
 * Whom a limit counts. One account is one person, however often it signs in. An address may be a company or thousands of phones behind a carrier's
 * gateway: its figures stop floods, not people.
 */
export type RequestLimit = { readonly perPerson?: Figures; readonly perAddress: Figures }

const MINUTE = 60
const TEN_MINUTES = 600
const HOUR = 3_600

/** So many of one person and of one address within so many seconds. */
const within = (
  seconds: number,
  requests: { readonly person: number; readonly address: number },
) => ({
  perPerson: { requests: requests.person, seconds },
  perAddress: { requests: requests.address, seconds },
})

/** Every limit on how often something may be asked for; operations of the member API name theirs in their declaration. */
export const requestLimits = {
  /** Each begun login writes a row and asks the provider; passwords are the provider's to guard. */
  login: within(MINUTE, { person: 30, address: 300 }),
  /** One look-up for seven typed digits; a copy of the whole list is to be had from the post. */
  postcodes: within(MINUTE, { person: 30, address: 300 }),
  /** A PDF or a year of records takes hundreds of times the work of a page. */
  files: within(MINUTE, { person: 30, address: 300 }),
  /** Decoding one takes a second of a processor; a claim has four. */
  photographs: within(MINUTE, { person: 20, address: 200 }),
  /** The small ones of a list come at once. */
  pictures: within(MINUTE, { person: 120, address: 1_200 }),
  /** Numbers are given once in 14 days and tokens are long: more is somebody who tries. */
  attempts: within(TEN_MINUTES, { person: 30, address: 300 }),
  /** Whatever costs money; each is confirmed by hand. */
  purchases: within(MINUTE, { person: 20, address: 200 }),
  /** Mails to the own address, by a press. */
  ownMails: within(TEN_MINUTES, { person: 3, address: 30 }),
  /** Mail programs stop mails for their users, thousands of them from few addresses. */
  noticeStops: {
    perAddress: { requests: 3_000, seconds: MINUTE },
  },
  /** Begun applications: each is a row of a day. A family begins one, a shop's wireless network a few. */
  applications: within(TEN_MINUTES, { person: 5, address: 50 }),
  /** An application has some twenty steps, and one goes back. */
  applicationSteps: within(TEN_MINUTES, { person: 120, address: 1_200 }),
  /** Mails to an address that somebody types. */
  applicationMails: within(TEN_MINUTES, { person: 3, address: 30 }),
  /** Visits to the pages of others, each of which costs money. */
  applicationChecks: within(TEN_MINUTES, { person: 20, address: 200 }),
  /** An order number has 60 random bits, and there are 30,000 birthdays: who has both finds it at the first try. */
  applicationLookups: within(TEN_MINUTES, { person: 5, address: 50 }),
  /** Each begun login writes a row and asks the directory. */
  staffLogin: within(MINUTE, { person: 10, address: 100 }),
  /** The person is the calendar's secret here. Calendar services fetch for thousands of members from few addresses. */
  calendars: within(TEN_MINUTES, { person: 60, address: 6_000 }),
  /** The person is the card's secret here: a phone's own program asks every few minutes. Many phones share an address. */
  widgets: within(HOUR, { person: 60, address: 6_000 }),
  /** A browser sends at most 60 entries a minute (shell/log.ts), most of them together. */
  browserLog: within(MINUTE, { person: 60, address: 600 }),
  /** After an outage of ours hours of reports come at once; what is refused is sent again, and the poll finds the rest. */
  callbacks: { perAddress: { requests: 3_000, seconds: MINUTE } },
} as const satisfies Record<OperationLimit, RequestLimit> & Record<string, RequestLimit>

/** Calls of one program, or of one network that shows no key: enough to read everything of a contract every minute. */
export const callLimit: Figures = { requests: 120, seconds: MINUTE }

/** Tokens that apps of one network fetch: a service's own machines fetch for thousands of members. */
export const tokenLimit: Figures = { requests: 1_200, seconds: MINUTE }

export type LimitName = keyof typeof requestLimits
export type RequestLimits = Readonly<Partial<Record<LimitName, RequestLimit>>>

const DAY = 24 * 60 * MINUTE

/**
 * Of what is asked about, whoever asks and from wherever: accounts are free and addresses are cheap, but there is one
 * number, one order and one mailbox of the person whom it would hurt (docs/decisions/078).
 */
export const subjectLimits = {
  /** The kana and the birthday of a number's holder, guessed by the form of a succession. */
  successionNumbers: { requests: 5, seconds: DAY },
  /** The kana and the birthday that a giver has named for a line. */
  handoverNumbers: { requests: 10, seconds: DAY },
  /** The birthday that belongs to an application or a succession. */
  orderNumbers: { requests: 10, seconds: DAY },
  /** A gift's code that is typed, and by whom: the code itself, and the contract that asks, count by themselves. */
  giftCodes: { requests: 10, seconds: DAY },
  /** Links to an address that somebody types. */
  recipients: { requests: 3, seconds: DAY },
  /** Searches for members by one person of the staff. */
  staffFinds: { requests: 30, seconds: MINUTE },
  staffFindsOfDay: { requests: 300, seconds: DAY },
  /** Fields of members that one person of the staff is shown in full. */
  staffReveals: { requests: 60, seconds: 60 * MINUTE },
} as const satisfies Record<SubjectLimit, Figures>
