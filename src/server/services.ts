import type { AreaWork } from '#backend/area.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { createContactMessages } from '#backend/mail/contact-messages.ts'
import { createExchanges } from '#backend/carrier/send-exchanges.ts'
import { createLogins } from '#backend/platform/logins.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { createOutbox } from '#backend/mail/outbox.ts'
import { mountApi } from '#backend/mount.ts'
import { createRetention, type Retention } from '#backend/retention.ts'
import type { AccountQueue } from '#backend/account-queue.ts'
import { queueEvents } from '#backend/webhook/public.ts'
import { api } from '#protocol/index.ts'
import { createAreas, handlersOf } from './areas.ts'
import { askerOf } from './edge/asker.ts'
import { createRequestLimiter, type RequestLimiter } from './edge/request-limiter.ts'
import { requestLimits } from './edge/request-limits.ts'
import { createFoundation, type Foundation, type FoundationDeps } from './foundation.ts'
import { createOutsideSystems, type OutsideSystems } from './outside-systems.ts'
import { createProcedures } from './procedures.ts'
import { memberTables, tables } from './tables.ts'

export type Services = ReturnType<typeof createServices>

type ServiceDeps = {
  queue: JobQueue
  /** Counts by the limits of production, if not given. */
  limiter?: RequestLimiter
  accountQueue?: AccountQueue | undefined
  /** Is asked with each input before its handler; a demo fails and delays by it. */
  onInput?: ((input: unknown) => Promise<void>) | undefined
}

/** The composition root: with the foundation the only place where things are made and handed to each other. */
export const createServices = (deps: FoundationDeps & ServiceDeps) =>
  createServicesOn(createFoundation(deps), deps)

export function createServicesOn(foundation: Foundation, deps: ServiceDeps) {
  const { config, database, log, sealing, sessions, forgery, navigation } = foundation
  const { queue } = deps
  const outside = createOutsideSystems(config, log)
  const { oidc, announcement, mail, textMessages } = outside
  const { areaDeps, contactMessages, holds } = createCommon(foundation, queue, outside)
  const house = {
    memberTables,
    deleteAccountData: (...asked: Parameters<Retention['deleteAccountData']>) =>
      retention.deleteAccountData(...asked),
  }
  const areas = createAreas(
    {
      ...areaDeps,
      mail,
      textMessages,
      contactMessages,
      holds,
      push: outside.push,
      webhooks: outside.webhooks,
      sessions,
    },
    config,
    outside,
    house,
  )
  const handlers = handlersOf(areas, {
    publicUrl: config.PUBLIC_URL,
    announceScriptUrl: config.ANNOUNCE_SCRIPT_URL,
    navigation,
    announcement,
    loginClock: areaDeps.loginClock,
  })
  const work = Object.values(areas).flatMap((area): AreaWork[] =>
    'work' in area ? [area.work] : [],
  )
  const retention = createRetention({ database, sealing, log, tables })
  const exchanges = exchangesOf(foundation, outside, work)
  const limiter = deps.limiter ?? limiterOf(foundation)
  const {
    app: apiApp,
    ask: askApi,
    answerTo,
  } = mountApi(api, handlers, {
    afterCommit: { ...areas.billing.afterCommit, ...areas.partner.afterCommit },
    database,
    sealing,
    forgery,
    log,
    countRequest: (limit, facts) => limiter.take(limit, askerOf(facts)),
    countAbout: limiter.takeAbout,
    onInput: deps.onInput,
    accountQueue: deps.accountQueue,
  })
  return {
    ...areaDeps,
    config,
    contactMessages,
    /** The member API's operations themselves: the console reads a record by them. */
    member: handlers,
    sessions,
    logins: createLogins({ sessions, sealing, outbox: areaDeps.outbox, contactMessages }),
    stopHeld: areas.hold.stopByLink,
    provePasskey: areas.passkey.prove,
    stopNotices: areas.notice.stopByLink,
    openNotice: areas.notice.openByPush,
    takeReturnedMail: areas.notice.takeReturned,
    confirmMail: areas.notice.confirmByLink,
    forgery,
    oidc,
    navigation,
    mail,
    textMessages,
    push: outside.push,
    exchanges,
    sealStore: outside.sealStore,
    identity: areas.identity.readings,
    opening: areas.opening.hooks,
    calendar: areas.deadline.calendar,
    widgetCard: areas.widget.card,
    connections: areas.connection.admission,
    oauth: areas.connection.oauth,
    readDocument: areas.document.read,
    invoiceFiles: areas.invoice.files,
    printCalls: areas.line.printCalls,
    openExport: areas.memberExport.openExport,
    photographs: areas.device.photographs,
    addSuccessionDocument: areas.succession.addDocument,
    takePartnerReturn: areas.partner.takeReturn,
    takeCardReturn: areas.billing.takeCardReturn,
    bindApplication: areas.application.bindAtLogin,
    numberVisits: areas.application.visits,
    ordersOfApplication: areas.application.ordersOf,
    work,
    retention,
    apiApp,
    askApi,
    answerTo,
    limiter,
  }
}

const exchangesOf = (
  { database, sealing, clock }: Foundation,
  { carrier, groupServices: services }: OutsideSystems,
  work: readonly AreaWork[],
) =>
  createExchanges({
    db: database.db,
    carrier,
    services,
    sealing,
    now: clock.now,
    listeners: work.flatMap((part) => part.onExchange ?? []),
  })

const limiterOf = ({ config, database }: Foundation) =>
  createRequestLimiter({
    limits: requestLimits,
    pool: database.pool,
    secret: config.SESSION_SECRET,
  })

/** What every area is built from, and how members are written to. */
function createCommon(
  { config, database, clock, loginClock, log, book, sealing }: Foundation,
  queue: JobQueue,
  { carrier, mail, textMessages }: OutsideSystems,
) {
  const sender = { publicUrl: config.PUBLIC_URL, inquiryUrl: config.INQUIRY_URL }
  const pace = { mail: config.MAILS_A_SECOND, sms: config.TEXT_MESSAGES_A_SECOND }
  const returnDomain = config.RETURNED_MAIL_DOMAIN
  const outbox = createOutbox({
    sealing,
    queue,
    sender,
    pace,
    returnDomain,
    notifyHooks: (tx, happened, now) => queueEvents(tx, { queue }, happened, now),
  })
  const contactMessages = createContactMessages({
    database,
    sealing,
    queue,
    mail,
    textMessages,
    now: clock.now,
    returnDomain,
  })
  const holds = { sealing, contactMessages, publicUrl: config.PUBLIC_URL }
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
    procedures: createProcedures(),
    engine: { outbox, sealing, holds },
    sender,
  }
  return { areaDeps, contactMessages, holds }
}
