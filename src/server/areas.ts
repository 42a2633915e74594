import { createAccountArea } from '#backend/account/area.ts'
import { adviceHandlers } from '#backend/advice/api.ts'
import { createAlertArea } from '#backend/alert/area.ts'
import type { ApiHandlers } from '#backend/area.ts'
import { createApplicationArea } from '#backend/application/area.ts'
import { saveApplicationCard } from '#backend/application/public.ts'
import { createBillingArea, createOverdueArea } from '#backend/billing/area.ts'
import type { StopOrders } from '#backend/billing/public.ts'
import { createCancellationArea } from '#backend/cancellation/area.ts'
import { catalogueHandlers } from '#backend/catalogue/api.ts'
import { createConnectionArea } from '#backend/connection/area.ts'
import { createContactArea } from '#backend/contact/area.ts'
import { contractHandlers } from '#backend/contract/handlers.ts'
import { createDataArea } from '#backend/data/area.ts'
import { createDeadlineArea } from '#backend/deadline/area.ts'
import { createDeviceArea } from '#backend/device/area.ts'
import { createDocumentArea } from '#backend/document/area.ts'
import { createExportArea } from '#backend/export/area.ts'
import { createHandoverArea } from '#backend/handover/area.ts'
import type { MemberTable } from '#backend/table.ts'
import { createHoldArea } from '#backend/hold/area.ts'
import type { Holds } from '#backend/hold/holds.ts'
import { createIdentityArea } from '#backend/identity/area.ts'
import { createInvoiceArea } from '#backend/invoice/area.ts'
import { createLineArea } from '#backend/line/area.ts'
import { createGuardianArea } from '#backend/guardian/area.ts'
import { createFamilyArea } from '#backend/family/area.ts'
import { createGiftArea } from '#backend/gift/area.ts'
import { createFamilyRequestArea } from '#backend/family-request/area.ts'
import { createLockArea } from '#backend/lock/area.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import type { Sessions } from '#backend/login/sessions.ts'
import type { MessagePorts } from '#backend/mail/outbox.ts'
import { createNoticeArea } from '#backend/notice/area.ts'
import { createOpeningArea } from '#backend/opening/area.ts'
import { createOptionArea } from '#backend/option/area.ts'
import { orderHandlers } from '#backend/order/api.ts'
import { createOutageArea } from '#backend/outage/area.ts'
import { createPartnerArea } from '#backend/partner/area.ts'
import { createPasskeyArea } from '#backend/passkey/area.ts'
import { createPhoneMoveArea } from '#backend/phone-move/area.ts'
import { createPlanSizeArea } from '#backend/plan-size/area.ts'
import { platformHandlers } from '#backend/platform/handlers.ts'
import { createPointArea } from '#backend/point/area.ts'
import { createPortOutArea } from '#backend/port-out/area.ts'
import { setHoldEnd } from '#backend/procedure/orders.ts'
import { createProcedureArea } from '#backend/procedure/area.ts'
import { toBookedChanges } from '#backend/procedure/registry.ts'
import type { PushPort } from '#backend/ports/push.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import type { Retention } from '#backend/retention.ts'
import { createSimArea } from '#backend/sim/area.ts'
import { stopSimOrders } from '#backend/sim/public.ts'
import { createSuccessionArea } from '#backend/succession/area.ts'
import { saveSuccessionCard } from '#backend/succession/public.ts'
import { telephoneHandlers } from '#backend/telephone/api.ts'
import { createTopUpArea } from '#backend/top-up/area.ts'
import type { WebhookPort } from '#backend/ports/webhook.ts'
import { createWebhookArea } from '#backend/webhook/area.ts'
import { createWidgetArea } from '#backend/widget/area.ts'
import type { Config } from './config/config.ts'
import type { OutsideSystems } from './outside-systems.ts'

type Areas = ReturnType<typeof createAreas>

/** Made in the order in which one needs another's service. When their work runs is the schedule's (schedule.ts). */
export function createAreas(
  deps: ProcedureDeps &
    MessagePorts & {
      contactMessages: ContactMessages
      holds: Holds
      push: PushPort | undefined
      webhooks: WebhookPort
      sessions: Sessions
    },
  config: Config,
  outside: OutsideSystems,
  house: {
    memberTables: readonly MemberTable[]
    deleteAccountData: Retention['deleteAccountData']
  },
) {
  const opening = createOpeningArea(deps)
  const sim = createSimArea(deps, opening.hooks)
  const phoneMove = createPhoneMoveArea(deps, outside.letters)
  const handover = createHandoverArea({ ...deps, begins: opening.hooks })
  const stopOrders: StopOrders = (tx, lines, at) =>
    stopSimOrders(tx, { ...deps, opening: opening.hooks }, lines, at)
  const cancellation = createCancellationArea(deps, stopOrders)
  const planSize = createPlanSizeArea(deps)
  const portOut = createPortOutArea(deps, { returnOrigins: config.ONE_STOP_RETURN_ORIGINS })
  const queued = createProcedureArea(deps, planSize.beginQueued)
  const { card, cardInTime, cardPage, points, pointsInTime } = outside
  const partner = createPartnerArea(deps, outside.pointsLogin, config.POINTS_ISSUER)
  const account = createAccountArea(deps)
  const hold = createHoldArea({
    ...deps,
    setHoldEnd,
    parts: [sim, phoneMove, portOut, account].flatMap(({ work }) => work.holdEnds ?? []),
  })
  const passkey = createPasskeyArea(deps, hold.releaseOf)
  const application = createApplicationArea({
    ...deps,
    portIn: outside.portIn,
    opening: opening.hooks,
    beginCardVisit: (...asked) => billing.beginCardVisit(...asked),
  })
  const succession = createSuccessionArea({
    ...deps,
    beginCardVisit: (...asked) => billing.beginCardVisit(...asked),
  })
  const identity = createIdentityArea(
    deps,
    outside.identity,
    [sim, phoneMove, account, application, passkey].flatMap(({ work }) => work.onIdentity ?? []),
    firstSubject([phoneMove, account, application, succession, passkey]),
  )
  const billing = createBillingArea(deps, {
    card,
    cardInTime,
    cardPage,
    points,
    pointsInTime,
    saveCard: { ofApplication: saveApplicationCard, ofSuccession: saveSuccessionCard },
  })
  return {
    ...alone(deps),
    identity,
    contract: {
      handlers: contractHandlers({
        ...deps,
        bookedChanges: (open) => toBookedChanges(deps.procedures, open),
      }),
    },
    queued,
    account,
    memberExport: createExportArea(deps, {
      ...house,
      sendText: (tx, to, now) =>
        account.postToContact(tx, { ...to, channel: 'sms', subject: '' }, now),
    }),
    hold,
    passkey,
    partner,
    portOut,
    handover,
    cancellation,
    overdue: createOverdueArea(deps, stopOrders),
    planSize,
    sim,
    phoneMove,
    billing,
    point: createPointArea(deps, { points, pointsInTime }),
    application,
    succession,
    opening,
  }
}

type FindSubject = ReturnType<typeof createAccountArea>['findSubject']

/** Whom a check is about: the first area that knows. */
const firstSubject =
  (areas: readonly { findSubject: FindSubject }[]): FindSubject =>
  async (...asked) => {
    for (const { findSubject } of areas) {
      const found = await findSubject(...asked)
      if (found !== undefined) return found
    }
    return undefined
  }

/** Areas that need nothing of another. */
const alone = (
  deps: ProcedureDeps & {
    contactMessages: ContactMessages
    push: PushPort | undefined
    webhooks: WebhookPort
  },
) => ({
  option: createOptionArea(deps),
  deadline: createDeadlineArea(deps),
  document: createDocumentArea(deps),
  line: createLineArea(deps),
  order: { handlers: orderHandlers(deps) },
  notice: createNoticeArea(deps),
  device: createDeviceArea(deps),
  lock: createLockArea(deps),
  family: createFamilyArea(deps),
  connection: createConnectionArea(deps),
  gift: createGiftArea(deps),
  familyRequest: createFamilyRequestArea(deps),
  guardian: createGuardianArea(deps),
  contact: createContactArea(deps),
  data: createDataArea(deps),
  widget: createWidgetArea(deps),
  webhook: createWebhookArea(deps),
  alert: createAlertArea(deps),
  topUp: createTopUpArea(deps),
  catalogue: { handlers: catalogueHandlers(deps) },
  outage: createOutageArea(deps),
  advice: { handlers: adviceHandlers(deps) },
  invoice: createInvoiceArea(deps),
  telephone: { handlers: telephoneHandlers(deps) },
})

/** The handlers of several areas as one. */
type HandlersOf<Area> = (
  Area extends { readonly handlers: infer Handlers } ? (handlers: Handlers) => void : never
) extends (handlers: infer All) => void
  ? All
  : never

/** Every operation of the API; it does not compile while one is missing. */
export function handlersOf(
  areas: Areas,
  platform: Parameters<typeof platformHandlers>[0],
): ApiHandlers {
  const all: HandlersOf<Areas[keyof Areas]> = Object.assign(
    {},
    ...Object.values(areas).map((area) => ('handlers' in area ? area.handlers : {})),
  )
  return { ...platformHandlers(platform), ...all }
}
