import { z } from 'zod'
import { personal } from './personal.ts'
import './sentences.ts'

/** Direction marks and overrides: they come along with what is copied, and make a name read as another. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
/** C0 (but tab and line feed, and NUL, which is refused), DEL, C1 and the byte order mark: they steer a terminal or show as nothing. */
const controls = /[\u0001-\u0008\u000B-\u001F\u007F-\u009F\uFEFF]/gu

/** Lines stay lines, however the browser ends them; what nobody sees goes. */
export const visibleLines = (value: string): string =>
  value
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replaceAll(directions, '')
    .replaceAll(controls, '')

/** As `visibleLines`, on one line. */
const visible = (value: string): string => visibleLines(value).replaceAll(/[\n\t]+/gu, ' ')

const typed = (tidy: typeof visible, missing: string) => z.string(missing).overwrite(tidy).trim()

const bounded = (schema: z.ZodString, maxLength: number) =>
  schema
    .max(maxLength, `${maxLength}文字以内で入力してください。`)
    .refine(isStorable, '使用できない文字が含まれています。入力し直してください。')

const MISSING = '入力してください。'

/**
 * The one text schema: one line, trimmed, not empty, at most `maxLength` UTF-16 units, without what nobody sees and
 * without what PostgreSQL or UTF-8 cannot hold (NUL, lone surrogates).
 */
export const text = (maxLength: number, missing = MISSING) =>
  bounded(typed(visible, missing).min(1, missing), maxLength)

/** As `text`, but may be empty (a remark, a search word). */
export const optionalText = (maxLength: number) => bounded(typed(visible, MISSING), maxLength)

/** As `text`, of several lines: what somebody describes. */
export const story = (maxLength: number, missing = MISSING) =>
  bounded(typed(visibleLines, missing).min(1, missing), maxLength)

/** As `story`, but may be empty. */
export const optionalStory = (maxLength: number) => bounded(typed(visibleLines, MISSING), maxLength)

/** NUL is nothing PostgreSQL can hold, a lone surrogate nothing UTF-8 can. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** Full-width digits, letters and hyphens as people type them → their plain forms, no blanks. */
const toHalfWidth = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/\s/gu, '')
    .replace(/[‐‑‒–—―−ーｰ]/gu, '-')

/** Typed by a person in any width and with hyphens → digits only. */
export const typedDigits = () =>
  z
    .string()
    .max(64, '64文字以内で入力してください。')
    .transform((value) => toHalfWidth(value).replaceAll('-', ''))

// Money and volume ---------------------------------------------------------------------------

/** Integer yen; may be negative for discounts and refunds. Tax included unless the name says ExTax. */
export const yen = z
  .int()
  .min(-1_000_000_000)
  .max(1_000_000_000)
  .meta({ id: 'Yen', description: '整数の円。名前に ExTax がなければ税込' })
  .brand<'Yen'>()
export type Yen = z.output<typeof yen>

/** Of the points partner; one pays a yen. */
export const points = z
  .int('ポイントは整数で入力してください。')
  .min(1, 'ポイントは1以上で入力してください。')
  .max(10_000_000)
  .meta({ id: 'Points' })

/** Tenths of a yen, for rates such as 3.3 yen a message or 2.2 yen a month. */
export const tenthsYen = z
  .int()
  .min(-10_000_000_000)
  .max(10_000_000_000)
  .meta({ id: 'TenthsYen', description: '0.1円単位の整数' })
  .brand<'TenthsYen'>()
export type TenthsYen = z.output<typeof tenthsYen>

/** Integer bytes, never negative; 1 GB = 1,000,000,000. */
export const bytes = z
  .int()
  .min(0)
  .meta({ id: 'Bytes', description: '整数のバイト。1 GB = 1,000,000,000' })
  .brand<'Bytes'>()
export type Bytes = z.output<typeof bytes>

/** Bytes with a sign, for ledger entries: grants above zero, uses below. */
export const signedBytes = z
  .int()
  .meta({ id: 'SignedBytes', description: '符号つきのバイト（付与は正、利用は負）' })
  .brand<'SignedBytes'>()
export type SignedBytes = z.output<typeof signedBytes>

export const count = z.int().min(0)

// Time ---------------------------------------------------------------------------------------

const datePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u

/** What can be counted on from without leaving the calendar's four digits: births, and anything of ours. */
function isOfOurTime(value: string): boolean {
  const year = Number(value.slice(0, 4))
  return year >= 1900 && year < 2200
}
const notOfOurTime = '1900年から2199年までの年で入力してください。'

/** A calendar date in Japan, `YYYY-MM-DD`, that exists. */
export const tokyoDate = z
  .string('日付を入力してください。')
  .regex(datePattern, '日付を「2026-11-20」の形で入力してください。')
  .refine(isCalendarDate, '存在しない日付です。入力し直してください。')
  .refine(isOfOurTime, notOfOurTime)
  .meta({ id: 'TokyoDate', description: '日本の暦日 YYYY-MM-DD', format: 'date' })
  .brand<'TokyoDate'>()
export type TokyoDate = z.output<typeof tokyoDate>

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
function isCalendarDate(value: string): boolean {
  const day = Number(value.slice(8))
  if (day <= 28) return true
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 && isLeap ? 29 : (LENGTHS[month - 1] ?? 0))
}

/** A calendar month in Japan, `YYYY-MM`. */
export const tokyoMonth = z
  .string('年月を入力してください。')
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u, '年月を「2026-11」の形で入力してください。')
  .refine(isOfOurTime, notOfOurTime)
  .meta({ id: 'TokyoMonth', description: '日本の暦月 YYYY-MM' })
  .brand<'TokyoMonth'>()
export type TokyoMonth = z.output<typeof tokyoMonth>

/** An instant in RFC 3339, always with +09:00. */
export const instant = z
  .string('日時を入力してください。')
  .regex(
    /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?\+09:00$/u,
    '日時を「2026-11-20T09:00:00+09:00」の形で入力してください。',
  )
  .refine((value) => isDateOf(value), '存在しない日付です。入力し直してください。')
  .refine(isOfOurTime, notOfOurTime)
  .meta({ id: 'Instant', description: 'RFC 3339、+09:00', format: 'date-time' })
  .brand<'Instant'>()
export type Instant = z.output<typeof instant>

function isDateOf(value: string): boolean {
  const date = value.slice(0, 10)
  return datePattern.test(date) && isCalendarDate(date)
}

/** An instant that another system reports or that comes back to us in a cursor: RFC 3339 with any offset. */
export const reportedInstant = z.iso.datetime({ offset: true }).refine(isOfOurTime)

/** When a refusal lifts: a date, or an instant where minutes matter. */
export const dateOrInstant = z.union([tokyoDate, instant])
export type DateOrInstant = z.output<typeof dateOrInstant>

// Names of things: opaque, not guessable, never a phone number or a serial ----------------------

const opaque = (missing = '指定してください。') =>
  z
    .string(missing)
    .regex(/^[A-Za-z0-9_-]{1,64}$/u, '指定が正しくありません。前の画面から選び直してください。')

export const accountId = opaque().meta({ id: 'AccountId' }).brand<'AccountId'>()
export type AccountId = z.output<typeof accountId>
export const contractId = opaque().meta({ id: 'ContractId' }).brand<'ContractId'>()
export type ContractId = z.output<typeof contractId>
export const lineId = opaque('回線を選んでください。').meta({ id: 'LineId' }).brand<'LineId'>()
export type LineId = z.output<typeof lineId>
export const bucketId = opaque().meta({ id: 'BucketId' }).brand<'BucketId'>()
export type BucketId = z.output<typeof bucketId>
export const orderNo = opaque().meta({ id: 'OrderNo' }).brand<'OrderNo'>()
export type OrderNo = z.output<typeof orderNo>
export const billId = opaque().meta({ id: 'BillId' }).brand<'BillId'>()
export type BillId = z.output<typeof billId>
export const documentId = opaque().meta({ id: 'DocumentId' }).brand<'DocumentId'>()
export type DocumentId = z.output<typeof documentId>
export const deviceId = opaque().meta({ id: 'DeviceId' }).brand<'DeviceId'>()
export type DeviceId = z.output<typeof deviceId>
/** Any other opaque name (an entry, a notice, a login), where no brand would catch a mistake. */
export const opaqueId = opaque()

/** Where a listing goes on; made and read by the server only. */
export const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_=-]{1,512}$/u, '続きの位置が正しくありません。最初から開き直してください。')
  .meta({ id: 'Cursor' })
  .brand<'Cursor'>()
export type Cursor = z.output<typeof cursor>

// Things people type: the plain form travels in results, the `typed…` form is accepted in requests

/** Digits only, 10 or 11 of them, beginning with 0. */
export const phoneNumber = personal(
  'number',
  z
    .string()
    .regex(/^0\d{9,10}$/u, '電話番号を10桁または11桁の数字で入力してください。')
    .meta({ id: 'PhoneNumber', description: 'ハイフンなしの電話番号' })
    .brand<'PhoneNumber'>(),
)
export type PhoneNumber = z.output<typeof phoneNumber>
/** A line's number in an answer: whole to the member, hidden but for its end to staff. */
export const shownNumber = personal(
  'number',
  z
    .string()
    .regex(/^0(?:\d{9,10}|＊＊-＊＊＊＊-\d{4})$/u)
    .meta({
      id: 'ShownNumber',
      description: 'ハイフンなしの電話番号。スタッフには末尾の4桁だけを示す',
    })
    .brand<'PhoneNumber'>(),
)
/** With the country's number in front, as phones fill it in (`+81 90-…`), or as it is dialled here. */
const typedPhone = () => typedDigits().transform((value) => value.replace(/^\+81\(?0?\)?/u, '0'))
export const typedPhoneNumber = typedPhone().pipe(phoneNumber)

/** Of a number that is brought along (MNP予約番号): ten digits. */
export const reservationNo = typedDigits().pipe(
  z.string().regex(/^\d{10}$/u, 'MNP予約番号を10桁の数字で入力してください。'),
)

/** A number calls are forwarded to; numbers of services and of other countries cannot take them. */
export const forwardTo = typedPhone().pipe(
  phoneNumber.refine(
    (value) => !/^0(?:120|570|800|180|10)/u.test(value),
    '0120、0570、0800、0180で始まる番号と国外の番号は、転送先に登録できません。',
  ),
)

/** Seven digits. */
export const zipcode = z
  .string()
  .regex(/^\d{7}$/u, '郵便番号を7桁の数字で入力してください。')
  .meta({ id: 'Zipcode', description: 'ハイフンなしの7桁' })
  .brand<'Zipcode'>()
export type Zipcode = z.output<typeof zipcode>
export const typedZipcode = typedDigits()
  .transform((value) => value.replace(/^〒/u, ''))
  .pipe(zipcode)

const email = z
  .email('メールアドレスを「name@example.jp」の形で入力してください。')
  .max(254, '254文字以内で入力してください。')
  .meta({ id: 'Email' })
  .brand<'Email'>()
export type Email = z.output<typeof email>
export const typedEmail = z
  .string('メールアドレスを入力してください。')
  .max(320, '254文字以内で入力してください。')
  .transform(toHalfWidth)
  .pipe(email)

/** A SIM card's serial with all but its last four digits hidden. */
export const iccidMasked = z
  .string()
  .regex(/^[*]{4,20}\d{4}$/u)
  .meta({ id: 'IccidMasked', example: '***************0012' })

/** Personal text with its middle hidden; shown, never sent back. */
export const masked = z.string().max(320).meta({ id: 'Masked' })

/** A path of our own site (never another host), for links and returns. */
export const ownPath = z
  .string()
  .max(2048)
  .regex(/^\/(?![/\\])[^\\\p{Cc}\p{Zs}]*$/u, '戻り先が正しくありません。')
  .meta({ id: 'OwnPath' })

/** An absolute http(s) address of another site. */
export const webUrl = z
  .url({ protocol: /^https?$/u })
  .max(2048)
  .meta({ id: 'WebUrl' })

// A query string holds text only -----------------------------------------------------------------

/** A whole number in a query: `limit=50`. */
export const queryNumber = (min: number, max: number, missing = '数字で入力してください。') =>
  z
    .union([z.int(), z.string().regex(/^\d{1,12}$/u, '数字で入力してください。')], missing)
    .transform(Number)
    .pipe(
      z
        .int()
        .min(min, `${min}以上の数字で入力してください。`)
        .max(max, `${max}以下の数字で入力してください。`),
    )

/** A box that must be ticked before the order goes on. */
export const agreed = z.literal(true, '内容を確認し、同意にチェックを入れてください。')

/** A yes or no in a query: `true`, `1`, `false`, `0`. */
export const queryFlag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1')
  .pipe(z.boolean())

/** A key that may stand several times in a query: `lineId=a&lineId=b`. */
export const queryList = <Item extends z.ZodType<unknown, string>>(item: Item, max: number) =>
  z
    .union([z.array(z.string()), z.string()])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .pipe(
      z.array(item).min(1, '1つ以上選んでください。').max(max, `${max}個以内で選んでください。`),
    )
