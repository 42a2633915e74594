import { tokyoText } from './hours.ts'
import { mintIccid } from './line-store.ts'
import { digitsOf } from './random.ts'
import type { CarrierOrder } from './wire.ts'

export type OrderState =
  | 'rejected'
  | 'accepted'
  | 'shipped'
  | 'arrived'
  | 'profile_ready'
  | 'downloaded'
  | 'download_repeated'
  | 'seen'
  | 'rolled_back'
  | 'switch_ready'
  | 'switched'
  | 'auto_switched'
  | 'issuing'
  | 'issued'
  | 'expired'
  | 'ported_out'
  | 'terminated'
  | 'handed_over'
  | 'cancelled'
  | 'failed'

export type Facts = Record<string, string | boolean>
export type PlannedEvent = { state: OrderState; at: Temporal.Instant; facts: Facts }

const autoSwitchDays = 10
/** MNP numbers live 15 days, the day of issue counted (ours). */
const mnpDays = 15

/** What will become of an order if nothing comes between: its states, when, and what they bring. */
export function planOrder(order: CarrierOrder, acceptedAt: Temporal.Instant): PlannedEvent[] {
  const accepted: PlannedEvent = { state: 'accepted', at: acceptedAt, facts: {} }
  switch (order.kind) {
    case 'issue-sim':
      return [accepted, ...planShipping(order.orderId, acceptedAt)]
    case 'issue-esim':
      return [accepted, ...planProfile(order.orderId, acceptedAt)]
    case 'change-kind':
      return order.eid === undefined
        ? [accepted, ...planShipping(order.orderId, acceptedAt)]
        : [accepted, ...planProfile(order.orderId, acceptedAt)]
    case 'mnp-number':
      return [accepted, ...planMnpNumber(order.orderId, acceptedAt)]
    case 'switch-over':
    case 'port-in-complete':
      return [accepted, { state: 'switched', at: notBefore(order.at, acceptedAt), facts: {} }]
    case 'move-profile':
      return [accepted, ...planMove(order.orderId, acceptedAt)]
    case 'move-switch':
      return [accepted, { state: 'switched', at: acceptedAt, facts: {} }]
    case 'move-back':
      return [accepted, { state: 'rolled_back', at: acceptedAt, facts: {} }]
    case 'move-cancel':
      return [accepted, { state: 'cancelled', at: acceptedAt, facts: {} }]
    case 'terminate':
      return [accepted, { state: 'terminated', at: notBefore(order.at, acceptedAt), facts: {} }]
    case 'hand-over':
      return [accepted, { state: 'handed_over', at: Temporal.Instant.from(order.at), facts: {} }]
    case 'cancel':
      return [accepted, { state: 'cancelled', at: acceptedAt, facts: {} }]
  }
}

/** The sentinel `-fail`: accepted, and two minutes later it has failed. */
export function planFailure(acceptedAt: Temporal.Instant): PlannedEvent[] {
  return [
    { state: 'accepted', at: acceptedAt, facts: {} },
    {
      state: 'failed',
      at: acceptedAt.add({ minutes: 2 }),
      facts: { reason: 'CARRIER_FAILURE' },
    },
  ]
}

/** A one-stop hand-off completes ten minutes after the consent; a number ending 9404 is never opened there. */
export function planOneStop(number: string, acceptedAt: Temporal.Instant): PlannedEvent[] {
  const accepted: PlannedEvent = { state: 'accepted', at: acceptedAt, facts: {} }
  if (number.endsWith('9404')) return [accepted]
  const portedOutAt = acceptedAt.add({ minutes: 10 })
  return [
    accepted,
    { state: 'ported_out', at: portedOutAt, facts: { portedOutAt: tokyoText(portedOutAt) } },
  ]
}

function planShipping(orderId: string, acceptedAt: Temporal.Instant): PlannedEvent[] {
  const shipped = atTokyo(acceptedAt, 1, 15)
  const arrived = atTokyo(acceptedAt, 2, 11)
  return [
    {
      state: 'shipped',
      at: shipped,
      facts: { trackingNo: digitsOf(`tracking:${orderId}`, 12), iccid: mintIccid(orderId) },
    },
    { state: 'arrived', at: arrived, facts: {} },
    { state: 'switch_ready', at: arrived.add({ minutes: 1 }), facts: {} },
    { state: 'auto_switched', at: atTokyo(arrived, autoSwitchDays, 3), facts: {} },
  ]
}

/** A code to read, and the SIM that whoever reads it gets. */
function profileFacts(orderId: string): Facts {
  const smdpAddress = 'smdp.carrier.example'
  const matchingId = `M-${digitsOf(`matching:${orderId}`, 16)}`
  const activationCode = `LPA:1$${smdpAddress}$${matchingId}`
  return { smdpAddress, matchingId, activationCode, iccid: mintIccid(orderId) }
}

/** A profile is good for 72 hours. */
const moveHours = 72

function planMove(orderId: string, acceptedAt: Temporal.Instant): PlannedEvent[] {
  const ready = acceptedAt.add({ seconds: 20 })
  const expires = ready.add({ hours: moveHours })
  const facts = { ...profileFacts(orderId), expiresAt: tokyoText(expires) }
  return [
    { state: 'profile_ready', at: ready, facts },
    { state: 'expired', at: expires, facts: {} },
  ]
}

function planProfile(orderId: string, acceptedAt: Temporal.Instant): PlannedEvent[] {
  const ready = acceptedAt.add({ seconds: 20 })
  return [
    { state: 'profile_ready', at: ready, facts: profileFacts(orderId) },
    { state: 'switch_ready', at: ready, facts: {} },
    { state: 'auto_switched', at: atTokyo(ready, autoSwitchDays, 3), facts: {} },
  ]
}

function planMnpNumber(orderId: string, acceptedAt: Temporal.Instant): PlannedEvent[] {
  const issued = acceptedAt.add({ minutes: 3 })
  const issuedOn = issued.toZonedDateTimeISO('Asia/Tokyo').toPlainDate()
  const expiresOn = issuedOn.add({ days: mnpDays - 1 })
  return [
    { state: 'issuing', at: acceptedAt.add({ seconds: 10 }), facts: {} },
    {
      state: 'issued',
      at: issued,
      facts: {
        mnpNumber: `99${digitsOf(`mnp:${orderId}`, 8)}`,
        issuedOn: issuedOn.toString(),
        expiresOn: expiresOn.toString(),
      },
    },
    { state: 'expired', at: atTokyo(issued, mnpDays, 0), facts: {} },
  ]
}

/** So many days later in Japan, on the full hour. */
function atTokyo(at: Temporal.Instant, days: number, hour: number): Temporal.Instant {
  const date = at.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().add({ days })
  return date
    .toZonedDateTime({ timeZone: 'Asia/Tokyo', plainTime: { hour, minute: 0 } })
    .toInstant()
}

function notBefore(asked: string | undefined, earliest: Temporal.Instant): Temporal.Instant {
  const at = asked === undefined ? earliest : Temporal.Instant.from(asked)
  return Temporal.Instant.compare(at, earliest) < 0 ? earliest : at
}
