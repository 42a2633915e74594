import { z } from 'zod'
import type { SealedValue, Sealing } from '#backend/db/sealing.ts'
import type { SealedOrder } from '#backend/procedure/definition.ts'
import type { ApplicationLine } from '#domain/application/answers.ts'
import { portInRefusals, type PortInRefusal } from '#vocabulary/port-in.ts'
import type { SimOrder } from './details.ts'

/** A number that comes from another carrier, with what that carrier gave for it: a reservation, or a one-stop consent. */
export const portInSchema = z.union([
  z.object({ number: z.string(), mnpNumber: z.string() }),
  z.object({ number: z.string(), oneStopToken: z.string() }),
])
export type PortIn = z.output<typeof portInSchema>

/** The number that a line of an application brings along; undefined for a new one. Only voice lines bring one. */
export function portInOf(line: ApplicationLine): PortIn | undefined {
  const { kind, by, number, reservationNo, oneStop } = line
  if (kind !== 'voice' || number === undefined) return undefined
  if (by === 'reservation' && reservationNo !== undefined)
    return { number, mnpNumber: reservationNo }
  if (by === 'oneStop' && oneStop?.token !== undefined)
    return { number, oneStopToken: oneStop.token }
  return undefined
}

const portInAad = (contractId: string, lineId: string) =>
  `procedure_order.port_in:${contractId}:${lineId}`

export function sealPortIn(
  sealing: Sealing,
  { contract_id, line_id }: { contract_id: string; line_id: string },
  portIn: PortIn,
) {
  return { sealed: sealing.seal(portInAad(contract_id, line_id), JSON.stringify(portIn)) }
}

export function openPortIn(sealing: Sealing, order: SimOrder): PortIn | undefined {
  const { contract_id, line_id, details } = order
  if (details.portIn == null || line_id === null) return undefined
  const opened = sealing.open(portInAad(contract_id, line_id), details.portIn.sealed)
  return portInSchema.parse(JSON.parse(opened))
}

/** What stands sealed in an order with a number that comes. */
export const sealedPortIn = ({
  contract_id: contractId,
  line_id: lineId,
  details: { portIn },
}: SealedOrder<Pick<SimOrder['details'], 'portIn'>>): SealedValue[] =>
  portIn == null || lineId === null
    ? []
    : [{ value: portIn.sealed, aad: portInAad(contractId, lineId) }]

/** The reasons of the other carrier that a member can do something about. */
export const portInRefusalOf = (reason: unknown): PortInRefusal | undefined =>
  portInRefusals.find((one) => one === reason)
