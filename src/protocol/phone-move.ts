import { z } from 'zod'
import { LETTER_CODE_DIGITS, moveProofs, moveSince, simOfPhone } from '#vocabulary/phone-move.ts'
import { phoneMoveStateWords } from '#vocabulary/states/phone-move.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { memberEndpoint } from './endpoint.ts'
import { identityCheck } from './identity.ts'
import { lineStatus, suspensionReason } from './line.ts'
import { count, instant, lineId, masked, optionalText, orderNo, tokyoDate } from './primitives.ts'
import { confirmed, estimate, lineName, simSize, why } from './procedure.ts'

const device = z.object({ maker: z.string(), name: z.string() })

/** What the list of devices says of the phone that was named. */
const phone = z
  .object({
    sim: z.enum(simOfPhone),
    device: device.optional(),
    /** The cards it takes. */
    cards: z.array(simSize),
    checkedOn: tokyoDate.optional(),
  })
  .meta({ id: 'PhoneOfMove' })

const move = z
  .object({
    orderNo,
    line: lineName,
    state: z.enum(namesOf(phoneMoveStateWords)),
    stateLabel: z.string(),
    message: z.string(),
    /** By which SIM the line works now. */
    works: z.enum(['before', 'new']),
    fromSize: simSize,
    proof: z.enum(moveProofs),
    /** The new one: as the network saw it, else as it was named. */
    phone: device.optional(),
    /** The phone of before was lost, so there is no way back to it. */
    wasLost: z.boolean(),
    lineStatus,
    /** Set while the line is stopped: then neither phone can be used. */
    suspensionReason: suspensionReason.optional(),
    since: z.enum(moveSince).optional(),
    /** The carrier has not answered; nothing has to be pressed again. */
    isSilent: z.boolean(),
    startedAt: instant,
    /** Nothing goes to the carrier until then. */
    onHoldUntil: instant.optional(),
    identity: identityCheck.optional(),
    /** While the code of the letter is waited for. */
    letter: z
      .object({
        sentTo: masked,
        /** When the house that posts it has taken it. */
        sentAt: instant.optional(),
        /** Of the post. */
        trackingNo: z.string().optional(),
        /** Exclusive. */
        expiresAt: instant,
        triesLeft: count,
      })
      .optional(),
    /** Of the code: until then the line must be switched over. */
    expiresAt: instant.optional(),
    /** When a second device tried to read the code. */
    readAgainAt: instant.optional(),
    switchedAt: instant.optional(),
    rolledBackAt: instant.optional(),
    /** Exclusive. */
    undoUntil: instant.optional(),
    canSwitch: z.boolean(),
    canRollBack: z.boolean(),
    canWithdraw: z.boolean(),
    final: z.boolean(),
    asOf: instant,
  })
  .meta({ id: 'PhoneMove' })

/** As it is printed, in two halves; typed in whatever way digits are typed. */
const letterCode = z
  .string('手紙の確認コードを入力してください。')
  .transform((typed) => typed.normalize('NFKC').replaceAll(/[\s-]/gu, ''))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^\\d{${LETTER_CODE_DIGITS}}$`),
        `手紙の確認コードを、${LETTER_CODE_DIGITS}けたの数字で入力してください。`,
      ),
  )

/** What does not compile into `proof` of an endpoint: a session that showed the proof for this move needs no other. */
const actErrors = ['SECOND_FACTOR_REQUIRED', 'NEW_DEVICE_WAIT'] as const

export const phoneMoveApi = {
  phoneMoveLinesGet: memberEndpoint('GET', '/api/phone_move/lines', {
    summary: '新しいスマホに移せる回線、移せない理由、進んでいる移行',
    result: z.object({
      lines: z.array(z.object({ line: lineName, ...why.shape, move: move.optional() })),
      asOf: instant,
    }),
  }),

  phoneMoveEstimateGet: memberEndpoint('GET', '/api/phone_move/estimate', {
    scope: 'contract:read',
    summary: '新しいスマホに移すときの費用と流れ、eSIMが使えるか',
    query: z.object({ lineId, phone: optionalText(80).optional() }),
    result: estimate
      .extend({
        phone,
        freeMoves: z.object({ perYear: count, left: count }),
        /** Whether this session has shown a passkey or a chip lately: the move then goes on at once. */
        isProven: z.boolean(),
        /** Whether a letter with a code may be asked for, and where it would go. */
        letter: z.object({ ...why.shape, sentTo: masked, days: count }),
      })
      .meta({ id: 'PhoneMoveEstimate' }),
  }),

  phoneMovePost: memberEndpoint('POST', '/api/phone_move', {
    limit: 'purchases',
    summary: '新しいスマホへの移行を始める',
    body: z.object({
      ...confirmed,
      lineId,
      /** As typed or chosen; without it the phone is not known. */
      phone: optionalText(80).optional(),
      /** `passkey` wants a strong proof of this session, `chip` and `letter` a fresh login, `wait` the second factor. */
      proof: z.enum(moveProofs, 'ご本人の確認の方法を選んでください。'),
    }),
    result: move,
    errors: [
      'FRESH_LOGIN_REQUIRED',
      'SECOND_FACTOR_REQUIRED',
      'STRONG_PROOF_REQUIRED',
      'UNPAID',
      'SUSPENDED',
      'SIM_ORDER_OPEN',
      'KIND_CHANGE_OPEN',
      'MNP_NUMBER_LIVE',
      'HANDOVER_OPEN',
      'CANCELLATION_BOOKED',
      'CONTRACT_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'LINE_NOT_ACTIVE',
      'SUCCESSION_OPEN',
      'CONDITIONS_CHANGED',
      'SIM_CHANGE_LOCKED',
      'LOCK_LIFTING',
      'PHONE_HAS_NO_ESIM',
      'LETTER_NOT_OFFERED',
      'LETTER_ADDRESS_MISSING',
      'LETTER_ADDRESS_NEW',
      'LETTER_LIMIT',
    ],
  }),

  /** A login of the last minutes: whoever opens the letter must not find the member's browser open as well. */
  phoneMoveLetterPost: memberEndpoint('POST', '/api/phone_move/letter', {
    proof: 'freshLogin',
    limit: 'attempts',
    summary: '手紙の確認コードを入力する',
    body: z.object({ orderNo, letterCode }),
    result: move,
    errors: ['LETTER_CODE_WRONG', 'LETTER_OVER'],
  }),

  phoneMoveGet: memberEndpoint('GET', '/api/phone_move', {
    summary: '移行の状況',
    query: z.object({ orderNo }),
    result: move,
  }),

  /** Asks for no proof of the session that showed one for this move. */
  phoneMoveCodeGet: memberEndpoint('GET', '/api/phone_move/code', {
    summary: '新しいスマホで読み取るコード',
    query: z.object({ orderNo }),
    result: z
      .object({
        /** `LPA:1$<address>$<matching id>`: also what the QR code holds (GSMA SGP.22). */
        activationCode: z.string().regex(/^LPA:1\$[^$]+\$[^$]*/u),
        smdpAddress: z.string(),
        matchingId: z.string(),
        /** An `<svg>` element without script. */
        qrSvg: z.string(),
        expiresAt: instant.optional(),
      })
      .meta({ id: 'PhoneMoveCode' }),
    errors: ['ESIM_NOT_READY', 'SUSPENDED', ...actErrors],
  }),

  phoneMoveSwitchPost: memberEndpoint('POST', '/api/phone_move/switch', {
    summary: '新しいスマホに切り替える',
    body: z.object({ orderNo }),
    result: move,
    errors: ['MOVE_NOT_SEEN', 'SUSPENDED', ...actErrors],
  }),

  phoneMoveRollBackPost: memberEndpoint('POST', '/api/phone_move/roll_back', {
    summary: '元のスマホに戻す（切り替えから24時間）',
    body: z.object({ orderNo }),
    result: move,
    errors: ['MOVE_NOT_SWITCHED', 'ROLL_BACK_OVER', 'ROLL_BACK_LOST', ...actErrors],
  }),

  /** Asks for no proof: whoever fears a stranger must be able to act at once. */
  phoneMoveWithdrawPost: memberEndpoint('POST', '/api/phone_move/withdraw', {
    summary: '移行を取りやめる（切り替えるまで）',
    body: z.object({ orderNo }),
    result: move,
    errors: ['ORDER_NOT_CANCELLABLE'],
  }),
}
