import type { Terminal } from './search-terminals.ts'

export const marks = {
  yes: '対応',
  no: '非対応',
  'with-condition': '条件あり',
  unknown: '不明',
}

export const sizeNames = {
  nano: 'nanoSIM',
  micro: 'microSIM',
  standard: '標準SIM',
  esim: 'eSIM',
}

/** What of a device decides. */
type Marks = Pick<Terminal, 'data' | 'sms' | 'voice' | 'volte' | 'tethering'>

export type Verdict = {
  kind: 'yes' | 'part' | 'no' | 'unknown'
  title: string
  reason: string
}

/** One answer for a device, and the sentence that says why. */
export function verdictOf(row: Marks): Verdict {
  const { data, sms, voice, tethering } = row
  if (data === 'no')
    return {
      kind: 'no',
      title: '使えません',
      reason: 'この回線のデータ通信に対応していません。',
    }
  if (data === 'unknown')
    return {
      kind: 'unknown',
      title: 'まだわかりません',
      reason: '公開された情報では、データ通信に使えるかどうかを確認できませんでした。',
    }
  if (voice !== 'yes' && voice !== 'with-condition')
    return { kind: 'part', title: 'データだけ使えます', reason: withoutVoice(row) }
  if ([data, sms, voice, tethering].includes('with-condition'))
    return { kind: 'part', title: '条件つきで使えます', reason: named(row) }
  return { kind: 'yes', title: '使えます', reason: named(row) }
}

function withoutVoice({ voice, volte, sms }: Marks): string {
  const why =
    voice === 'unknown'
      ? '音声通話に使えるかどうかは、公開された情報では確認できませんでした。'
      : volte === 'no'
        ? 'VoLTEに対応していないため、音声通話はできません。'
        : '音声通話には対応していません。'
  return `${why}SMSは${marks[sms]}です。`
}

function named(row: Marks): string {
  const parts = [
    ['データ', row.data],
    ['SMS', row.sms],
    ['音声', row.voice],
    ['テザリング', row.tethering],
  ] as const
  const good = parts.filter(([, mark]) => mark === 'yes').map(([name]) => name)
  const rest = parts.filter(([, mark]) => mark !== 'yes')
  if (rest.length === 0) return `${good.join('、')}のすべてに対応しています。`
  const others = rest.map(([name, mark]) => `${name}は${marks[mark]}です。`).join('')
  return `${good.join('、')}に対応しています。${others}`
}

/** From this day on devices are sold without a SIM lock (総務省の指針). */
const LOCK_FREE_SINCE = '2021-10-01'

export function lockOf({ releasedOn }: { readonly releasedOn: string }): {
  title: string
  text: string
} {
  return releasedOn >= LOCK_FREE_SINCE
    ? {
        title: '原則としてありません',
        text: '2021年10月1日以降に発売されたため。中古の端末は、ネットワーク利用制限も確かめてください。',
      }
    : {
        title: '確かめてください',
        text: '2021年10月より前に発売されたため、携帯電話会社で買った端末は解除が必要なことがあります。',
      }
}
