import { z } from 'zod'
import type { Sealing } from '#backend/db/sealing.ts'
import { commonDetails, type Order } from '#backend/procedure/define.ts'
import type { PhoneMoveState } from '#domain/phone-move/move-states.ts'
import { lineKinds, simSizes } from '#vocabulary/line.ts'
import { moveProofs } from '#vocabulary/phone-move.ts'

const instant = z.union([
  z.instanceof(Temporal.Instant),
  z.string().transform((text) => Temporal.Instant.from(text)),
])

/** A device by the words of the network or of our list of devices. */
const device = z.object({ maker: z.string(), name: z.string() })

/** A letter to the registered address with the code that proves who moves (decision 117). */
const letter = z.object({
  /** Keyed: the code itself lies nowhere once the letter was handed to the house that posts it. */
  codeHash: z.string(),
  tries: z.int(),
  /** Exclusive. */
  expiresAt: instant,
  /** The address, its end hidden. */
  sentTo: z.string(),
  /** When the house that posts it has taken it. */
  sentAt: instant.optional(),
  /** Of the post. */
  trackingNo: z.string().optional(),
})

/** What a move stores beside its state; the activation code lies sealed in the carrier's reports. */
export const moveDetails = commonDetails.extend({
  proof: z.enum(moveProofs),
  /** The session that showed the proof, or has to: it alone reads the code at once. */
  sessionHash: z.string().optional(),
  letter: letter.optional(),
  /** Name, address and code, until the letter was handed over. */
  letterSealed: z.string().nullish(),
  /** The phone as the member named it. */
  device: device.optional(),
  /** In which the network saw the new SIM. */
  seenIn: device.optional(),
  kind: z.enum(lineKinds),
  /** What the line is given back by a roll-back. */
  fromSize: z.enum(simSizes),
  /** The phone of before was lost when the move began. */
  wasLost: z.boolean().default(false),
  /** The order for the profile at the carrier, once it has been asked for. */
  exchangeId: z.string().optional(),
  carrierAnswer: z.enum(['accepted', 'rejected', 'unknown']).nullish(),
  /** Until when the profile can be read and the line switched over. */
  expiresAt: instant.optional(),
  /** A second device tried to read the code. */
  repeatedAt: instant.optional(),
  switchAttempts: z.int().default(0),
  backAttempts: z.int().default(0),
  /** Of the switch-over or the roll-back that is under way. */
  actAnswer: z.enum(['accepted', 'rejected', 'unknown']).nullish(),
  switchedAt: instant.optional(),
  backAt: instant.optional(),
  /** Somebody has said by the link of a message that it was not they who moved. */
  stoppedByLink: z.boolean().optional(),
})

export const letterAad = (orderNo: string) => `phone_move.letter:${orderNo}`

export const hashOfLetterCode = (sealing: Sealing, orderNo: string, code: string) =>
  sealing.index(`phone move letter ${orderNo}`, code)

export type MoveOrder = Order<'phoneMove', PhoneMoveState, z.output<typeof moveDetails>>
