import { isRouteErrorResponse } from 'react-router'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { places } from './places.ts'

type StateProps = {
  readonly icon: IconName
  readonly title: string
  readonly children: React.ReactNode
}

/** A page, or a part of one, that has nothing to show: what is so, and what to do. */
export function StatePanel({ icon, title, children }: StateProps) {
  return (
    <section className="panel">
      <div className="empty">
        <Icon name={icon} />
        <h1>{title}</h1>
        {children}
      </div>
    </section>
  )
}

const GENERAL =
  '一覧を読めませんでした。書きかけの文は、この画面に残っていません。数分おいてからもう一度お試しください。'

const known: Record<number, { icon: IconName; title: string; text: string }> = {
  403: {
    icon: 'shield',
    title: 'あなたの役割ではできません',
    text: '操作は行われていません。この役割を持つ担当に、件を渡してください。',
  },
  404: {
    icon: 'search',
    title: '見つかりませんでした',
    text: '番号が違うか、すでに片づいています。番号を確かめてください。',
  },
  429: {
    icon: 'clock',
    title: '短い時間に続けて行われました',
    text: '決められた回数を超えたため、いったん止めています。しばらく待ってから、もう一度お試しください。',
  },
  503: {
    icon: 'warning-circle',
    title: 'ただいま接続できません',
    text: '数分おいてから、もう一度お試しください。操作の途中だった場合も、受け付けは一度だけです。',
  },
}

/** What a loader or an action could not do: its own sentence where it came with one. */
export function FailurePage({ error }: { readonly error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const words = known[status] ?? {
    icon: 'warning-circle',
    title: '表示できませんでした',
    text: GENERAL,
  }
  const traceKey = textIn(error, 'traceKey')
  return (
    <StatePanel icon={words.icon} title={words.title}>
      <p>{textIn(error, 'message') ?? words.text}</p>
      {traceKey === undefined ? null : <p>お問い合わせ番号：{traceKey}</p>}
      <ButtonRow>
        <ButtonLink href="">もう一度</ButtonLink>
        <ButtonLink kind="plain" href={places.today}>
          今日へ
        </ButtonLink>
      </ButtonRow>
    </StatePanel>
  )
}

function textIn(error: unknown, name: 'message' | 'traceKey'): string | undefined {
  const value: unknown = isRouteErrorResponse(error) ? error.data?.[name] : undefined
  return typeof value === 'string' ? value : undefined
}
