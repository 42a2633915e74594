/**
 * The addresses of my page, once: routes, screens, mails, papers, calendars and the wire's links are all made of them.
 * `routes.ts` mounts every entry and a test holds the two together, so that nothing can be printed that does not open.
 */
export const pages = {
  entrance: '/mypage/',
  top: '/mypage/top.html',
  contract: '/mypage/contract.html',
  planSize: '/mypage/plan/change.html',
  advice: '/mypage/plan/advice.html',
  usage: '/mypage/data/usage.html',
  usageCsv: '/mypage/data/usage.csv',
  usageJson: '/mypage/data/usage.json',
  topUp: '/mypage/data/charge.html',
  alert: '/mypage/data/notification.html',
  lost: '/mypage/lost.html',
  call: '/mypage/call.html',
  billing: '/mypage/billing/top.html',
  pay: '/mypage/billing/pay.html',
  card: '/mypage/billing/card.html',
  spending: '/mypage/billing/limit.html',
  callCsv: '/mypage/call.csv',
  billingYear: '/mypage/billing/year.html',
  billingYearCsv: '/mypage/billing/year.csv',
  invoices: '/mypage/invoice.html',
  returnInvoices: '/mypage/invoice/return.html',
  callPdf: '/mypage/call.pdf',
  notices: '/mypage/notices.html',
  noticeSettings: '/mypage/notice/setting.html',
  push: '/mypage/notice/push.html',
  noticeOpen: '/mypage/notice/open',
  lock: '/mypage/lock.html',
  lite: '/mypage/lite',
  simAdd: '/mypage/sim/add.html',
  simChange: '/mypage/sim/change.html',
  phoneMove: '/mypage/sim/move.html',
  cancellation: '/mypage/sim/cancel.html',
  orders: '/mypage/order.html',
  procedures: '/mypage/procedure.html',
  portOut: '/mypage/portout.html',
  handover: '/mypage/handover.html',
  portOutConsent: '/mypage/portout/consent.html',
  option: '/mypage/option.html',
  devices: '/mypage/device.html',
  deviceRegister: '/mypage/device/register.html',
  deviceClaim: '/mypage/device/claim.html',
  claimPhotograph: '/mypage/device/photograph',
  documents: '/mypage/document.html',
  initialCancel: '/mypage/initial-cancel.html',
  deadlines: '/mypage/deadline.html',
  user: '/mypage/user.html',
  userEdit: '/mypage/user/edit.html',
  logins: '/mypage/user/login.html',
  passkeys: '/mypage/user/passkey.html',
  passkeyAdd: '/mypage/user/passkey/add.html',
  passkeyLost: '/mypage/user/passkey/lost.html',
  prove: '/mypage/user/prove.html',
  connections: '/mypage/user/connection.html',
  connectionKey: '/mypage/user/connection/key.html',
  connectionApp: '/mypage/user/connection/app.html',
  connectionConsent: '/mypage/user/connection/consent.html',
  personal: '/mypage/personal.html',
  held: '/mypage/held.html',
  optin: '/mypage/optin.html',
  point: '/mypage/point.html',
  enquete: '/mypage/enquete.html',
  contact: '/mypage/contact.html',
  access: '/mypage/access.html',
  family: '/mypage/family.html',
  familyJoin: '/mypage/family/join.html',
  familyPlaces: '/mypage/family/place.html',
  familyLines: '/mypage/family/line.html',
  familyRequests: '/mypage/family/request.html',
  gift: '/mypage/data/gift.html',
  webhooks: '/mypage/user/webhook.html',
  app: '/mypage/app.html',
  received: '/mypage/received.html',
} as const

export type Page = (typeof pages)[keyof typeof pages]

/** My page as a whole, for what treats all of it alike. */
export const mypage = '/mypage'
export const isMypage = (path: string) => path.startsWith(mypage)

/**
 * The service worker's address: its folder is its scope, so that it serves my page and no public page ever passes it
 * (docs/decisions/108).
 */
export const workerFile = '/mypage/worker.js'

/** Folders of pages and files of one thing each. */
export const folders = {
  bill: '/mypage/billing',
  line: '/mypage/line',
  document: '/mypage/document',
  invoice: '/mypage/invoice',
  memberExport: '/mypage/export',
} as const

/** Pages and files of one thing each. */
/** Where an invitation to a contract of the family is accepted; the secret is shown to nobody but the holder. */
export const familyJoinPage = (secret: string) => withQuery(pages.familyJoin, { t: secret })
/** Receivers of events: all of them, or one with what it was told. */
export const webhookPage = (webhookId?: string) => withQuery(pages.webhooks, { id: webhookId })
/** What an app asks, for the member to decide. */
export const connectionConsentPage = (request: string) =>
  withQuery(pages.connectionConsent, { request })
/** The thread of one case. */
export const contactPage = (ticketNo: string) => withQuery(pages.contact, { no: ticketNo })
/** The number by which the desk knows on the telephone who calls: a form of its own, beside no other. */
export const callCodePage = withQuery(pages.contact, { call: '1' })
export const orderPage = (orderNo: string) => withQuery(pages.orders, { no: orderNo })
/** One move to another phone, from the code to the way back. */
export const phoneMovePage = (orderNo: string) => withQuery(pages.phoneMove, { no: orderNo })
/** What became of one claim, and its photographs. */
export const claimPage = (orderNo: string) => withQuery(pages.deviceClaim, { no: orderNo })
export const claimPhotograph = (photographId: string, size: 'whole' | 'small') =>
  `${pages.claimPhotograph}/${encodeURIComponent(photographId)}${size === 'small' ? '-small' : ''}.jpg`
export const linePage = (lineId: string) => `${folders.line}/${encodeURIComponent(lineId)}.html`
/** Its cap. */
export const lineCapPage = (lineId: string) =>
  `${folders.line}/${encodeURIComponent(lineId)}/cap.html`
/** A month's bill; `contract` where it is one of the account's earlier contracts. */
export const billPage = (month: string, contract?: string) =>
  withQuery(`${folders.bill}/${encodeURIComponent(month)}.html`, { contract })
export const earlierBills = (contract: string) => withQuery(pages.billing, { contract })
/** Where one bill is paid, whole. */
export const payPage = (billId: string) => withQuery(pages.pay, { bill: billId, step: 'confirm' })
/** All owed bills at once. */
export const ALL_BILLS = 'all'
/** The card, and back to the page one came from. */
export const cardPage = (back?: string) => withQuery(pages.card, { back })
export const isBillPage = (path: string) => path.startsWith(`${folders.bill}/`)
export const documentFile = (docId: string) =>
  `${folders.document}/${encodeURIComponent(docId)}.pdf`
export const invoiceFile = (invoiceId: string, copyNumber: number) =>
  `${folders.invoice}/${encodeURIComponent(invoiceId)}-${copyNumber}.pdf`
export const invoiceDataFile = (invoiceId: string) =>
  `${folders.invoice}/${encodeURIComponent(invoiceId)}.json`
export const memberExportFile = (exportId: string, format: 'zip' | 'json') =>
  `${folders.memberExport}/${encodeURIComponent(exportId)}.${format}`
export const orderCalendar = (orderNo: string) =>
  `/calendar/order/${encodeURIComponent(orderNo)}.ics`

/** Where a contact stops a change on hold; whoever has the secret may. */
export const stopPage = (secret: string) =>
  `/auth/stop?${new URLSearchParams({ t: secret }).toString()}`

/** The screen that offers every way by which the person can be proved, and then goes on to `back`. */
export const provePage = (asked: {
  readonly proof: string
  readonly back: string
  readonly failed?: string
}) => withQuery(pages.prove, asked)

/** Where mails of one kind are stopped without a login, and where a member says that mail arrives. */
export const noticeStopPage = (token: string, isDone = false) =>
  withQuery('/auth/notice-stop', { t: token, done: isDone ? '1' : undefined })
export const mailCheckPage = (token: string) => withQuery('/auth/mail-check', { t: token })
/** Opens what a notice is about, and says that it was read: where a tap on a push leads. */
export const noticeOpenPage = (noticeId: string) => withQuery(pages.noticeOpen, { id: noticeId })

/** A page with what is asked of it; fields without a value are left out. */
export function withQuery(
  path: string,
  asked: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
