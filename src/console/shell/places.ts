import { workQueues, type RecordPart, type StaffRole, type WorkQueue } from '#vocabulary/console.ts'
import { mypage, withQuery } from '#vocabulary/pages.ts'
import type { IconName } from './icon.tsx'

/** Addresses of the console's pages; the routes are in `../routes.ts`. */
export const places = {
  today: '/',
  find: '/find',
  /** What one has open of members' records. */
  records: '/c',
  approval: '/approval',
  outage: '/outage',
  notice: '/notice',
  access: '/access',
  audit: '/audit',
  me: '/me',
  keys: '/keys',
} as const

export const queuePlace = (queue: WorkQueue) =>
  queue === 'approval' ? places.approval : `/queue/${queue}`

export const ticketPlace = (ticketNo: string) => `/t/${ticketNo}`
/** Where what is being written in a case is kept. */
export const ticketDraftPlace = (ticketNo: string) => `${ticketPlace(ticketNo)}/draft`

/** Pages of who is not at the desk: nobody has to be logged in. */
export const outside = {
  login: '/login',
  noEntry: '/no-entry',
  directoryDown: '/directory-down',
} as const

export const isOutside = (path: string) => Object.values<string>(outside).includes(path)

/** A proposal that another person decides. */
export const approvalPlace = (approvalNo: string) => `${places.approval}/${approvalNo}`

/** What stands on the outage board. */
export const outagePlace = (incidentId: string) => `${places.outage}/${incidentId}`

export const newOutagePlace = `${places.outage}/new`

/** An opened record, at its first part or at the one named. */
export const recordPlace = (grant: string, part?: RecordPart) =>
  part === undefined ? `${places.records}/${grant}` : `${places.records}/${grant}/${part}`

/** The member's own screens, on behalf: the list of them, or one by its address in my page. */
export const behalfPlace = (grant: string, page: string = mypage) => `${recordPlace(grant)}${page}`

/** Where the press goes that sends the member one of these screens. */
export const sendPlace = (grant: string) => `${behalfPlace(grant)}/send`

/** The item opens beside its list; `ref` alone where the kind is in it (`identity-by-hand:…`). */
export const itemPlace = (queue: WorkQueue, ref: string) =>
  queue === 'ticket' ? ticketPlace(ref) : withQuery(queuePlace(queue), { open: ref })

/** What an address names as open, apart. */
export function openIn({ searchParams }: URL): { item: string; ref: string } | undefined {
  const { item, ref } = partsOf(searchParams.get('open') ?? '')
  return ref === '' ? undefined : { item, ref }
}

/** `identity-by-hand:…`: the kind of an item and its number, apart. */
export function partsOf(named: string): { readonly item: string; readonly ref: string } {
  const [item = '', ...rest] = named.split(':')
  return { item, ref: rest.join(':') }
}

/** A paper or a photograph of an item, by its number from 1. */
export const filePlace = (of: 'paper' | 'photograph', no: number) => `/file/${of}/${no}`

export const newTicketPlace = '/t/new'

type Place = {
  readonly href: string
  readonly label: string
  readonly icon: IconName
  /** The second letter after `g`. */
  readonly letter: string
}

const queueIcons: Record<WorkQueue, IconName> = {
  identity: 'face',
  application: 'document',
  succession: 'people',
  claim: 'box',
  refund: 'yen',
  answer: 'help',
  order: 'clock',
  usage: 'data',
  bill: 'bill',
  unpaid: 'card',
  message: 'mail',
  hold: 'pause',
  ticket: 'inbox',
  approval: 'shield',
}

const queueLetters: Record<WorkQueue, string> = {
  identity: 'i',
  application: 'm',
  succession: 's',
  claim: 'c',
  refund: 'r',
  answer: 'a',
  order: 't',
  usage: 'u',
  bill: 'b',
  unpaid: 'd',
  message: 'e',
  hold: 'l',
  ticket: 'q',
  approval: 'p',
}

export const queuePlaceOf = (queue: WorkQueue): Place => ({
  href: queuePlace(queue),
  label: workQueues[queue],
  icon: queueIcons[queue],
  letter: queueLetters[queue],
})

export const todayPlace: Place = { href: places.today, label: '今日', icon: 'home', letter: 'h' }

/** Of the whole house, each with the roles whose acts are there (src/domain/console/acts.ts; the API asks that table). */
export const wholePlaces: readonly (Place & { readonly roles: readonly StaffRole[] })[] = [
  {
    href: places.outage,
    label: '障害・工事',
    icon: 'antenna',
    letter: 'o',
    roles: ['planning', 'lead', 'operations'],
  },
  { href: places.notice, label: 'お知らせを送る', icon: 'send', letter: 'n', roles: ['planning'] },
  { href: places.access, label: '閲覧の確認', icon: 'eye', letter: 'v', roles: ['privacy'] },
  {
    href: places.audit,
    label: '監査',
    icon: 'list',
    letter: 'k',
    roles: ['privacy', 'operations'],
  },
]
