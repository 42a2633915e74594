import { formatPhone, formatTime } from '#ui/format.ts'
import { TwoPhones, type PhoneSide } from '#ui/two-phones.tsx'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Move } from '#portal/mypage/shared/wire.ts'
import { simSizeLabels } from '#vocabulary/line.ts'

/** Both phones stay in sight from the choice to the way back, and say which of them has the line. */
export function MoveStage({ move }: { readonly move: Move }) {
  return <TwoPhones headline={headlineOf(move)} from={before(move)} to={after(move)} />
}

/** Before anything is begun: the new phone is empty. */
export function BeforeStage({ lineName }: { readonly lineName?: string | undefined }) {
  return (
    <TwoPhones
      from={{ name: 'いま', look: 'works', caption: 'いまの電話', more: lineName }}
      to={{ name: '新しい', look: 'empty', caption: 'まだ空です' }}
    />
  )
}

function headlineOf({ state, suspensionReason }: Move): string | undefined {
  if (suspensionReason !== undefined) return undefined
  if (state === 'switched' || state === 'completed') return '新しいスマホで使えます'
  return state === 'rolled_back' ? '元のスマホで使えます' : undefined
}

/** The phone with the SIM that works, or would work if the line were not stopped. */
function working({ suspensionReason }: Move, caption: string): Pick<PhoneSide, 'look' | 'caption'> {
  if (suspensionReason === undefined) return { look: 'works', caption }
  return {
    look: 'rests',
    caption: suspensionReason === 'lost' ? '紛失のため停止中' : '利用停止中',
  }
}

function before(move: Move): PhoneSide {
  const { works, line, fromSize } = move
  if (works === 'new')
    return { name: '前', look: 'rests', caption: '休んでいます', more: simSizeLabels[fromSize] }
  return { name: 'いま', ...working(move, '使えています'), more: nameOfLine(line) }
}

function after(move: Move): PhoneSide {
  const { works, state, line, phone, switchedAt } = move
  const name = phone?.name ?? '新しい'
  if (works === 'new')
    return {
      name,
      ...working(move, switchedAt === undefined ? 'eSIM' : `eSIM・${formatTime(switchedAt)}から`),
      more: formatPhone(line.number),
    }
  return { name, look: state === 'rolled_back' ? 'rests' : 'empty', caption: waitingWords[state] }
}

const waitingWords: Readonly<Record<Move['state'], string>> = {
  none: 'まだ空です',
  id_check: 'まだ空です',
  requested: '準備しています',
  profile_ready: '読み取り待ち',
  downloaded: '電波を確認中',
  seen: '電波を確かめました',
  switching: '切り替え中',
  switched: '',
  rolling_back: '',
  rolled_back: '使えなくなりました',
  completed: '',
  withdrawn: '使いません',
  expired: '使いません',
  failed: '使いません',
  voided: '使いません',
}
