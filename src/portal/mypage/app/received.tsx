import { useEffect } from 'react'
import { findIn, type Found } from '#portal/fields/found-numbers.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { pages } from '#vocabulary/pages.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { Card, LinkList } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Route } from './+types/received.ts'

const title = 'ほかのアプリから受け取ったもの'

export const meta = mypageMeta(title)

/** As the phone hands it over (`share_target` of the manifest): any of the three may hold it. */
export function loader({ url }: Route.LoaderArgs) {
  const given = ['title', 'text', 'url'].map((name) => url.searchParams.get(name) ?? '')
  return { found: findIn(given.join('\n')) }
}

/** A code or a number out of a message, ready to be pasted where it is asked for. Nothing of the message is stored. */
export default function Received({ loaderData: { found } }: Route.ComponentProps) {
  // The message stood in the address; the history of the browser need not have it.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  return (
    <Frame title={title}>
      {found.length === 0 ? (
        <EmptyState title="使える番号は見つかりませんでした">
          MNP予約番号（10桁）、確認コード（6桁）、EID（32桁）が入った文を、共有してください。
        </EmptyState>
      ) : (
        found.map((one) => <FoundCard key={one.value} found={one} />)
      )}
    </Frame>
  )
}

const labels: Readonly<Record<Found['kind'], string>> = {
  eid: 'EID',
  mnp: 'MNP予約番号',
  code: '確認コード',
}

const places: Readonly<
  Record<Found['kind'], readonly { href: string; label: string; hint: string }[]>
> = {
  eid: [
    { href: pages.simChange, label: 'SIMの変更・再発行', hint: 'eSIMに変える' },
    { href: pages.simAdd, label: 'SIMの追加', hint: 'eSIMの回線を加える' },
  ],
  mnp: [
    { href: pages.orders, label: 'お手続き状況', hint: '予約番号を入れ直す' },
    { href: orderPages.begin, label: 'お申し込み', hint: 'いまの番号のまま申し込む' },
  ],
  code: [],
}

function FoundCard({ found: { kind, value } }: { readonly found: Found }) {
  return (
    <Card>
      <h2>{labels[kind]}</h2>
      <p>
        <code>{value}</code>
      </p>
      <CopyButton text={value} label={labels[kind]} />
      <p className="small">コピーして、入力する画面に貼り付けてください。</p>
      {places[kind].length === 0 ? null : <LinkList entries={places[kind]} />}
    </Card>
  )
}
