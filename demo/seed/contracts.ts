import type { TopUpCode } from '#vocabulary/data.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { PlanCode } from '#domain/catalogue/plan.ts'
import { addMonths, toTokyoMonth, type Instant } from '#domain/tokyo.ts'

/** How a line of the demo lives; `profile` is the stand-in's word for the habits of its user. */
export type LineStory = {
  kind: LineKind
  simSize: SimSize
  profile: string
  number: string
  nickname?: string
  device: { maker: string; name: string; imei: string }
  /** Joined so many months after the contract began. */
  joinedAfterMonths?: number
  /** Every month: turned off on one day, on again on another, at these hours. */
  monthlyPause?: { offDay: number; onDay: number; hour: number }
}

export type ContractStory = {
  loginId: string
  planCode: PlanCode
  course: 'single' | 'share'
  /** When service began: on a day of the month thirteen months ago, or so many days ago. */
  began: { day: number } | { daysAgo: number }
  lines: readonly LineStory[]
  /** Bought when the pool ran empty, in every n-th month. */
  topUp?: { code: TopUpCode; everyMonths: number }
  /** Bought yesterday if less than this is left, so that the demo's first screen has something to show. */
  atLeast?: { bytes: number; code: TopUpCode }
  suspendedUnpaid?: boolean
}

const GB = 1_000_000_000

export const contractStories: readonly ContractStory[] = [
  {
    loginId: 'sato',
    planCode: 13,
    course: 'single',
    began: { day: 12 },
    lines: [
      {
        kind: 'voice',
        simSize: 'esim',
        profile: 'commuter',
        number: '09000001001',
        device: { maker: 'Apple', name: 'iPhone 15', imei: '350000000010013' },
        monthlyPause: { offDay: 9, onDay: 15, hour: 21 },
      },
    ],
    topUp: { code: '1gb', everyMonths: 4 },
    atLeast: { bytes: GB, code: '1gb' },
  },
  {
    loginId: 'suzuki',
    planCode: 20,
    course: 'share',
    began: { day: 20 },
    lines: [
      {
        kind: 'voice',
        simSize: 'nano',
        profile: 'commuter',
        number: '09000002001',
        nickname: '健一',
        device: { maker: 'Google', name: 'Google Pixel 8a', imei: '350000000020012' },
      },
      {
        kind: 'voice',
        simSize: 'nano',
        profile: 'heavy-child',
        number: '09000002002',
        nickname: '蓮（中学生）',
        device: { maker: 'Apple', name: 'iPhone SE（第3世代）', imei: '350000000020020' },
        joinedAfterMonths: 8,
        monthlyPause: { offDay: 11, onDay: 24, hour: 20 },
      },
      {
        kind: 'data',
        simSize: 'nano',
        profile: 'light',
        number: '02000002003',
        nickname: '家のタブレット',
        device: {
          maker: 'Apple',
          name: 'iPad（第10世代）Wi-Fi + Cellular',
          imei: '350000000020038',
        },
      },
    ],
    topUp: { code: '1gb', everyMonths: 2 },
    atLeast: { bytes: 0.6 * GB, code: '1gb' },
  },
  {
    loginId: 'takahashi',
    planCode: 15,
    course: 'single',
    began: { day: 3 },
    lines: [
      {
        kind: 'voice',
        simSize: 'nano',
        profile: 'night',
        number: '09000003001',
        device: { maker: 'ソニー', name: 'Xperia 10 II SO-41A', imei: '350000000030011' },
      },
    ],
    suspendedUnpaid: true,
  },
  {
    loginId: 'tanaka',
    planCode: 13,
    course: 'single',
    began: { day: 25 },
    lines: [
      {
        kind: 'voice',
        simSize: 'nano',
        profile: 'light',
        number: '09000004001',
        device: { maker: 'シャープ', name: 'AQUOS wish3 SH-53D', imei: '350000000040010' },
      },
    ],
  },
  {
    loginId: 'ito',
    planCode: 11,
    course: 'single',
    began: { day: 1 },
    lines: [
      {
        kind: 'voice',
        simSize: 'nano',
        profile: 'light',
        number: '09000005001',
        device: { maker: 'Apple', name: 'iPhone 13', imei: '350000000050019' },
      },
    ],
    topUp: { code: '100mb', everyMonths: 3 },
  },
  {
    loginId: 'kobayashi',
    planCode: 15,
    course: 'single',
    began: { daysAgo: 3 },
    lines: [
      {
        kind: 'voice',
        simSize: 'nano',
        profile: 'commuter',
        number: '09000009001',
        device: { maker: 'Google', name: 'Pixel 9', imei: '350000000090015' },
      },
    ],
  },
]

/** Where nothing is paid, the first month whose bill stayed unpaid: service was stopped for it at the end of last month. */
export const firstOwedMonth = (now: Instant) => addMonths(toTokyoMonth(now), -2)
