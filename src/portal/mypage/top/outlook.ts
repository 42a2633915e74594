import { formatDay, formatVolume } from '#ui/format.ts'
import type { RingState } from '#ui/ring.tsx'

/** One answer to "how long does it last?": the day or the word that matters, between two short lines. */
export type Outlook = { before?: string; main: string; after?: string }

/** Of the forecast (wire Forecast) what the sentence needs. */
type Expected = {
  readonly emptyOn?: string | undefined
  readonly emptyEarliestOn?: string | undefined
  readonly shortageBytes: number
}

/** Of the residual (wire Residual): when data comes again. */
type Refilled = { readonly nextGrant?: { readonly at: string; readonly bytes: number } | undefined }

/** Undefined where nothing true can be said: too few days, or a stop that the page has told already. */
export function outlookOf(
  state: RingState,
  residual: Refilled,
  forecast: Expected | undefined,
): Outlook | undefined {
  if (state === 'stopped') return undefined
  if (state === 'light')
    return { main: '使い放題です', after: 'ライトは最大200 kbpsで、いつもつながります。' }
  if (state === 'empty') return emptyWords(residual)
  if (state === 'low')
    return { main: 'データは減りません', after: '高速データ通信をオフにしています。' }
  if (forecast === undefined) return undefined
  const { emptyOn, emptyEarliestOn, shortageBytes } = forecast
  const before = 'このままの使い方なら'
  if (emptyOn !== undefined)
    return {
      before,
      main: `${formatDay(emptyOn)}ごろ`,
      after: `になくなる見込みです。月末まで約${formatVolume(roughly(shortageBytes), 'used')}足りません。`,
    }
  return emptyEarliestOn === undefined
    ? { before, main: '月末まで足ります' }
    : {
        before,
        main: '月末まで足りる見込み',
        after: `早ければ${formatDay(emptyEarliestOn)}になくなります。`,
      }
}

function emptyWords({ nextGrant }: Refilled): Outlook {
  const again =
    nextGrant === undefined
      ? ''
      : `${formatDay(nextGrant.at)}に${formatVolume(nextGrant.bytes, 'quota')}入ります。`
  return {
    main: '高速データを使い切りました',
    after: `いまは200 kbpsでつながります。${again}`,
  }
}

/** A forecast is no measurement: up to the next 10 MB. */
function roughly(bytes: number): number {
  return Math.ceil(bytes / 10_000_000) * 10_000_000
}
