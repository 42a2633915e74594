import type { Config } from '#server/config/config.ts'
import { z } from 'zod'
import { callOutside } from '#backend/adapters/outside-call.ts'

/** A line that is in service already; `profile` is how the stand-in lets its user behave. */
type LineSetUp = {
  number: string
  kind: 'data' | 'sms' | 'voice'
  simKind: 'physical' | 'esim'
  simSize: 'standard' | 'micro' | 'nano' | null
  iccid: string
  profile: string
  startedAt: string
  device?: Record<string, unknown>
}

export type CarrierAccess = Pick<Config, 'CARRIER_URL' | 'CARRIER_SECRET'>

/** Registers a line at the carrier stand-in. A real carrier has no such call: its lines begin by an order. */
export async function setUpCarrierLine(
  { CARRIER_URL: url, CARRIER_SECRET: secret }: CarrierAccess,
  lineRef: string,
  line: LineSetUp,
): Promise<void> {
  const request = { method: 'PUT', path: `/lines/${lineRef}`, body: line }
  const answer = await callOutside({ url, secret }, request, async (response) =>
    z.object({ lineRef: z.string() }).parse(await response.json()),
  )
  if (answer.kind !== 'accepted')
    throw new Error(`the carrier stand-in did not take a line: ${JSON.stringify(answer)}`)
}
