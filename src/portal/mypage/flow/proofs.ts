import { attempt } from '#portal/mypage/shared/attempt.ts'
import { accountApi } from '#protocol/account.ts'
import { connectionApi } from '#protocol/connection.ts'
import { billingApi } from '#protocol/billing.ts'
import { cancellationApi } from '#protocol/cancellation.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { handoverApi } from '#protocol/handover.ts'
import { heldApi } from '#protocol/held.ts'
import { holdApi } from '#protocol/hold.ts'
import type { Call } from '#protocol/http.ts'
import { lockApi } from '#protocol/lock.ts'
import { partnerApi } from '#protocol/partner.ts'
import { passkeyApi } from '#protocol/passkey.ts'
import { portOutApi } from '#protocol/port-out.ts'
import { simApi } from '#protocol/sim.ts'
import { webhookApi } from '#protocol/webhook.ts'
import { pages, type Page } from '#vocabulary/pages.ts'
import { holdHours, type Proof } from '#vocabulary/proof.ts'

type Last = {
  /** What its last press calls. */
  readonly endpoint: Endpoint
  /** How long it waits when it is ordered from a new device. */
  readonly holdHours?: number
  /** The service asks for it where the endpoint cannot: it depends on the step of the body. */
  readonly proof?: Proof
}

/** What the last press of a page asks for, so that its first step can say so. */
export const lastPresses: Readonly<Partial<Record<Page, Last>>> = {
  [pages.simAdd]: { endpoint: simApi.simAddPost, holdHours: holdHours.simOrder },
  [pages.simChange]: {
    endpoint: simApi.simChangeSizeRegisterPost,
    holdHours: holdHours.simOrder,
  },
  [pages.cancellation]: { endpoint: cancellationApi.simCancelReservePost },
  [pages.initialCancel]: { endpoint: cancellationApi.statusInitialCancelPost },
  [pages.portOut]: {
    endpoint: portOutApi.portOutIssuanceRequestPost,
    holdHours: holdHours.portOut,
  },
  [pages.portOutConsent]: { endpoint: portOutApi.portOutOneStopPost },
  [pages.handover]: { endpoint: handoverApi.handoverOfferPost },
  [pages.card]: { endpoint: billingApi.billingPaymentMethodPost },
  [pages.point]: { endpoint: partnerApi.linkRidRegisterPost, proof: 'secondFactor' },
  [pages.passkeyAdd]: { endpoint: passkeyApi.passkeysPost },
  [pages.connectionConsent]: { endpoint: connectionApi.connectionsAppPost },
  [pages.connectionKey]: { endpoint: connectionApi.connectionsKeyPost },
  [pages.webhooks]: { endpoint: webhookApi.webhooksPost },
  [pages.held]: { endpoint: heldApi.memberExportPost },
  [pages.lock]: { endpoint: lockApi.lockLiftPost },
  [pages.userEdit]: {
    endpoint: accountApi.userEditRegisterPost,
    proof: 'secondFactor',
    holdHours: holdHours.profileEdit,
  },
}

export type BeforeYouBegin = {
  /** Wanted, and not there yet. */
  readonly proof?: Proof
  /** The device is new: the page is refused until then. */
  readonly refusedUntil?: string
  /** The device is new: what is ordered waits so many hours. */
  readonly holdHours?: number
}

/** What stands between this page and its end; undefined where nothing does. */
export async function loadBeforeYouBegin(
  call: Call,
  { pathname, searchParams }: URL,
): Promise<BeforeYouBegin | undefined> {
  const last = Object.entries(lastPresses).find(([path]) => path === pathname)?.[1]
  if (last === undefined || searchParams.has('done')) return undefined
  const standing = await attempt(call(holdApi.proofGet))
  if (!standing.ok) return undefined
  const { knownFrom } = standing.value
  const proof = last.proof ?? last.endpoint.proof
  const isMissing = proof !== undefined && !standing.value[proof]
  const isRefused = knownFrom !== undefined && last.endpoint.knownDevice === true
  const isOnHold = knownFrom !== undefined && !isRefused && last.holdHours !== undefined
  if (!isMissing && !isRefused && !isOnHold) return undefined
  return {
    ...(isMissing && { proof }),
    ...(isRefused && { refusedUntil: knownFrom }),
    ...(isOnHold && { holdHours: last.holdHours }),
  }
}
