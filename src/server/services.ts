import { createAnnouncement } from '#backend/adapters/announcement.ts'
import { createCard } from '#backend/adapters/card.ts'
import { PAGE_WAIT_MS } from '#backend/adapters/outside-call.ts'
import { createCardPage } from '#backend/adapters/card-page.ts'
import { createCarrier } from '#backend/adapters/carrier.ts'
import { createGroupServices } from '#backend/adapters/group-service.ts'
import { createIdentity } from '#backend/adapters/identity.ts'
import { createMail } from '#backend/adapters/mail.ts'
import { createPoints } from '#backend/adapters/points.ts'
import { createNavigation } from '#backend/adapters/navigation.ts'
import { createTextMessages } from '#backend/adapters/text-message.ts'
import { createAdviceArea } from '#backend/advice/area.ts'
import type { ApiHandlers, AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { createAccountArea } from '#backend/account/area.ts'
import { createContactMessages, type ContactMessages } from '#backend/mail/contact-messages.ts'
import { createBillingArea, createOverdueArea } from '#backend/billing/area.ts'
import { createCancellationArea } from '#backend/cancellation/area.ts'
import {
  cancellation as cancellationProcedure,
  initialCancel,
} from '#backend/cancellation/procedure.ts'
import { createExchanges } from '#backend/carrier/send-exchanges.ts'
import { createCatalogueArea } from '#backend/catalogue/area.ts'
import type { Clock } from '#backend/clock.ts'
import { createContractArea } from '#backend/contract/area.ts'
import { createDataArea } from '#backend/data/area.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { createDeadlineArea } from '#backend/deadline/area.ts'
import { createDeviceArea } from '#backend/device/area.ts'
import { deviceClaim, deviceRegister } from '#backend/device/procedure.ts'
import { createDocumentArea } from '#backend/document/area.ts'
import { paperCopy } from '#backend/document/procedure.ts'
import { houseHeld } from '#backend/house-held.ts'
import { createExportArea } from '#backend/export/area.ts'
import { createHoldArea } from '#backend/hold/area.ts'
import { createHolds, type Holds } from '#backend/hold/holds.ts'
import { createLogins } from '#backend/platform/logins.ts'
import { createIdentityArea } from '#backend/identity/area.ts'
import { orderChecks } from '#backend/identity/order-checks.ts'
import { createInvoiceArea } from '#backend/invoice/area.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { createLineArea } from '#backend/line/area.ts'
import { createLockArea } from '#backend/lock/area.ts'
import type { Log } from '#backend/log.ts'
import { createOutbox, type MessagePorts } from '#backend/mail/outbox.ts'
import { createForgeryGuard } from '#backend/middleware/forgery.ts'
import { mountApi } from '#backend/mount.ts'
import type { Held } from '#backend/held.ts'
import { createRetention, type Retention } from '#backend/retention.ts'
import type { Turns } from '#backend/turns.ts'
import { createNoticeArea } from '#backend/notice/area.ts'
import { createOptionArea } from '#backend/option/area.ts'
import { optionJoin, optionLeave } from '#backend/option/procedure.ts'
import { createOrderArea } from '#backend/order/area.ts'
import { createOutageArea } from '#backend/outage/area.ts'
import { createPartnerArea } from '#backend/partner/area.ts'
import { createPointArea } from '#backend/point/area.ts'
import { createPlanSizeArea } from '#backend/plan-size/area.ts'
import { planSizeChange } from '#backend/plan-size/procedure.ts'
import { createProcedureArea } from '#backend/procedure/area.ts'
import { toBookedChanges } from '#backend/procedure/booked-changes.ts'
import { createCommit } from '#backend/procedure/commit.ts'
import { createEndings } from '#backend/procedure/endings.ts'
import { createRegistry } from '#backend/procedure/registry.ts'
import { platformHandlers } from '#backend/platform/handlers.ts'
import { createOidc } from '#backend/platform/oidc.ts'
import { createSessions } from '#backend/platform/sessions.ts'
import { createPortOutArea } from '#backend/port-out/area.ts'
import { portOut as portOutProcedure } from '#backend/port-out/procedure.ts'
import { createSimArea } from '#backend/sim/area.ts'
import { simOrder } from '#backend/sim/procedure.ts'
import { publishedPrices, type PriceBook } from '#domain/catalogue/price-book.ts'
import { api } from '#protocol/index.ts'
import type { Config } from './config/config.ts'
import { createFaultInjection } from './demo/fault-injection.ts'
import { askerOf, createRequestLimiter, type RequestLimiter } from './edge/request-limiter.ts'
import { requestLimits } from './edge/request-limits.ts'

export type Services = ReturnType<typeof createServices>

/** Every procedure of the product, each with its laws. */
export const createProcedures = () =>
  createRegistry([
    planSizeChange,
    simOrder,
    cancellationProcedure,
    initialCancel,
    portOutProcedure,
    optionJoin,
    optionLeave,
    deviceRegister,
    deviceClaim,
    paperCopy,
  ])

/** The composition root: the only place where things are made and handed to each other. */
export function createServices(deps: {
  config: Config
  database: DatabaseHandle
  clock: Clock
  /** The demo's clock can be moved; its logins last by the machine's (decision 020). */
  loginClock?: Clock
  queue: JobQueue
  log: Log
  /** The published prices, if not given: others can be tried on real bills. */
  book?: PriceBook
  /** Counts by the limits of production, if not given. */
  limiter?: RequestLimiter
  turns?: Turns | undefined
}) {
  const { config, database, clock, loginClock = clock, queue, log, book = publishedPrices } = deps
  const sealing = createSealing(config.SEALING_SECRET)
  const sessions = createSessions(sealing, config.SESSION_SECRET)
  const forgery = createForgeryGuard({ secret: config.SESSION_SECRET, origin: config.PUBLIC_URL })
  const oidc = createOidc({
    issuer: config.OIDC_ISSUER,
    clientId: config.OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET,
    secondFactorAcr: config.OIDC_SECOND_FACTOR_ACR,
    scope: 'openid profile email mvno',
    allowHttp: !config.production,
  })
  const navigation = createNavigation({
    url: config.NAVIGATION_URL,
    monotonicMs: () => performance.now(),
    onFailure: (err) => log.warn({ err }, 'navigation service'),
  })
  const announcement = createAnnouncement({
    scriptUrl: config.ANNOUNCE_SCRIPT_URL,
    onFailure: (err) => log.warn({ err }, 'announcement service'),
  })
  const carrier = createCarrier({ url: config.CARRIER_URL, secret: config.CARRIER_SECRET })
  const mail = createMail({ url: config.MAIL_URL, from: config.MAIL_FROM })
  const textMessages = createTextMessages({
    url: config.CARRIER_URL,
    secret: config.CARRIER_SECRET,
  })
  const sender = { publicUrl: config.PUBLIC_URL, inquiryUrl: config.INQUIRY_URL }
  const outbox = createOutbox({ sealing, queue, sender })

  const contactMessages = createContactMessages({
    database,
    sealing,
    queue,
    mail,
    textMessages,
    now: clock.now,
  })
  const holds = createHolds({ sealing, contactMessages, publicUrl: config.PUBLIC_URL })

  const procedures = createProcedures()
  const areaDeps: ProcedureDeps = {
    database,
    clock,
    loginClock,
    queue,
    sealing,
    carrier,
    outbox,
    log,
    book,
    publicUrl: config.PUBLIC_URL,
    procedures,
    endings: createEndings(procedures),
    commit: createCommit({ outbox, sealing, holds }),
    sender,
  }
  const house = {
    held: (): readonly Held[] => held,
    forgetAccount: (...asked: Parameters<Retention['forgetAccount']>) =>
      retention.forgetAccount(...asked),
  }
  const areas = createAreas(
    { ...areaDeps, mail, textMessages, contactMessages, holds },
    config,
    house,
  )
  const handlers: ApiHandlers = {
    ...platformHandlers({
      publicUrl: config.PUBLIC_URL,
      announceScriptUrl: config.ANNOUNCE_SCRIPT_URL,
      navigation,
      announcement,
    }),
    ...areas.identity.handlers,
    ...areas.contract.handlers,
    ...areas.line.handlers,
    ...areas.queued.handlers,
    ...areas.order.handlers,
    ...areas.deadline.handlers,
    ...areas.notice.handlers,
    ...areas.account.handlers,
    ...areas.memberExport.handlers,
    ...areas.hold.handlers,
    ...areas.partner.handlers,
    ...areas.document.handlers,
    ...areas.portOut.handlers,
    ...areas.cancellation.handlers,
    ...areas.planSize.handlers,
    ...areas.advice.handlers,
    ...areas.data.handlers,
    ...areas.sim.handlers,
    ...areas.catalogue.handlers,
    ...areas.outage.handlers,
    ...areas.billing.handlers,
    ...areas.point.handlers,
    ...areas.invoice.handlers,
    ...areas.option.handlers,
    ...areas.device.handlers,
    ...areas.lock.handlers,
  }
  const work = Object.values(areas).map((area): AreaWork => area.work)
  const held = [...work.flatMap((part) => part.held ?? []), ...houseHeld]
  const retention = createRetention({ database, sealing, log, held })
  const exchanges = createExchanges({
    db: database.db,
    carrier,
    services: createGroupServices({
      url: config.GROUP_SERVICES_URL,
      secret: config.GROUP_SERVICES_SECRET,
    }),
    sealing,
    now: clock.now,
    listeners: work.flatMap((part) => part.onExchange ?? []),
  })
  const limiter =
    deps.limiter ??
    createRequestLimiter({
      limits: requestLimits,
      pool: database.pool,
      secret: config.SESSION_SECRET,
    })
  const onInput = config.production ? undefined : createFaultInjection(config.DEMO_DELAY_MS)
  const apiApp = mountApi(api, handlers, {
    afterCommit: { ...areas.billing.afterCommit, ...areas.partner.afterCommit },
    database,
    sealing,
    forgery,
    log,
    countRequest: (limit, facts) => limiter.take(limit, askerOf(facts)),
    onInput,
    turns: deps.turns,
  })
  return {
    ...areaDeps,
    config,
    sessions,
    logins: createLogins({ sessions, sealing, outbox, contactMessages }),
    stopHeld: areas.hold.service.stopByLink,
    forgery,
    oidc,
    navigation,
    mail,
    textMessages,
    exchanges,
    identity: areas.identity.service,
    portOut: areas.portOut.service,
    calendar: areas.deadline.calendar,
    documentIssue: areas.document.issue,
    readDocument: areas.document.read,
    invoiceFiles: areas.invoice.files,
    printCalls: areas.line.printCalls,
    openExport: areas.memberExport.openExport,
    photographs: areas.device.photographs,
    takePartnerReturn: areas.partner.takeReturn,
    takeCardReturn: areas.billing.takeCardReturn,
    work,
    held,
    retention,
    apiApp,
    limiter,
  }
}

/** Made in the order in which one needs another's service; listed in the order in which their due work runs. */
function createAreas(
  deps: ProcedureDeps & MessagePorts & { contactMessages: ContactMessages; holds: Holds },
  config: Config,
  house: { held: () => readonly Held[]; forgetAccount: Retention['forgetAccount'] },
) {
  const { procedures } = deps
  const contract = createContractArea(deps, (open) => toBookedChanges(procedures, open))
  const document = createDocumentArea(deps)
  const deadline = createDeadlineArea(deps)
  const sim = createSimArea(deps, orderChecks)
  const cancellation = createCancellationArea(deps, sim.stopOrders)
  const planSize = createPlanSizeArea(deps)
  const portOut = createPortOutArea(deps, {
    returnOrigins: config.ONE_STOP_RETURN_ORIGINS,
  })
  const queued = createProcedureArea(deps, {
    ...planSize.work.runQueued,
  })
  const identityPort = createIdentity({ url: config.IDENTITY_URL, secret: config.IDENTITY_SECRET })
  const cardOptions = { url: config.CARD_URL, secret: config.CARD_SECRET }
  const card = createCard(cardOptions)
  const cardInTime = createCard({ ...cardOptions, timeoutMs: PAGE_WAIT_MS })
  const pointsOptions = { url: config.POINTS_URL, secret: config.POINTS_SECRET }
  const points = createPoints(pointsOptions)
  const pointsInTime = createPoints({ ...pointsOptions, timeoutMs: PAGE_WAIT_MS })
  const partner = createPartnerArea(
    deps,
    createOidc({
      issuer: config.POINTS_ISSUER,
      clientId: config.POINTS_CLIENT_ID,
      clientSecret: config.POINTS_CLIENT_SECRET,
      scope: 'openid',
      allowHttp: !config.production,
    }),
    config.POINTS_ISSUER,
  )
  const { findPartnerId } = partner
  const cardPage = createCardPage({
    url: config.CARD_UPDATE_URL,
    secret: config.CARD_UPDATE_SECRET,
  })
  const account = createAccountArea(deps)
  const hold = createHoldArea({
    ...deps,
    parts: [sim, portOut, account].flatMap(({ work }) => work.holdEnds ?? []),
  })
  const identity = createIdentityArea(
    deps,
    identityPort,
    [...(sim.work.onIdentity ?? []), ...(account.work.onIdentity ?? [])],
    account.findSubject,
  )
  return {
    identity,
    contract,
    line: createLineArea(deps),
    queued,
    order: createOrderArea(deps, orderChecks),
    deadline,
    notice: createNoticeArea(deps),
    account,
    memberExport: createExportArea(deps, {
      ...house,
      tellPhone: (tx, to, now) =>
        account.postToContact(tx, { ...to, channel: 'sms', subject: '' }, now),
    }),
    hold,
    partner,
    document,
    // At the month's turn what the carrier has ported out is noted first, then contracts end, then booked sizes come
    // into force, then data is granted.
    portOut,
    cancellation,
    overdue: createOverdueArea(deps, sim.stopOrders),
    planSize,
    // After contracts and lines have ended: their options end with them.
    option: createOptionArea(deps),
    device: createDeviceArea(deps),
    lock: createLockArea(deps),
    data: createDataArea(deps),
    sim,
    catalogue: createCatalogueArea(deps),
    outage: createOutageArea(deps),
    advice: createAdviceArea(deps),
    billing: createBillingArea(deps, {
      card,
      cardInTime,
      cardPage,
      points,
      pointsInTime,
      findPartnerId,
    }),
    // After the payments of the hour.
    point: createPointArea(deps, { points, pointsInTime, findPartnerId }),
    // After the month's bills: what they give back may need a return invoice.
    invoice: createInvoiceArea(deps),
  }
}
