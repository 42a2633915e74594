import { brand } from '#brand'
import { Button, ButtonLink, ButtonRow } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon, iconNames } from '#ui/icon.tsx'
import { Logo } from '#ui/logo.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { type GalleryPart, part } from './gallery-part.ts'

const longLabel = '登録しているすべての回線の高速データ通信をオフにして、確認画面へ進む'

export const actParts: readonly GalleryPart[] = [
  part('logo', 'ロゴ', { 通常: <Logo name={brand.service} /> }),
  part('button', 'ボタン', {
    '主な操作、ほかの操作、戻る道': (
      <ButtonRow>
        <Button kind="primary">変更を確認する</Button>
        <Button>明細を見る</Button>
        <Button kind="plain">手続きをやめる</Button>
      </ButtonRow>
    ),
    取り消せない操作: <Button kind="danger">解約を申し込む</Button>,
    送信中: (
      <ButtonRow>
        <Button kind="primary" busy>
          変更を確認する
        </Button>
        <Button busy busyLabel="調べています">
          住所を調べる
        </Button>
      </ButtonRow>
    ),
    移動するボタン: <ButtonLink href="#button">料金プランを見る</ButtonLink>,
    長い言葉: <Button>{longLabel}</Button>,
  }),
  part('copy-button', 'コピーのボタン', {
    値の横: (
      <p className="copied">
        <code>mobile.example.jp</code>
        <CopyButton text="mobile.example.jp" label="APN" />
      </p>
    ),
  }),
  part('text-link', 'リンク', {
    通常: <TextLink href="/fee">料金プラン</TextLink>,
    新しいタブ: (
      <TextLink href="https://example.com/" external>
        よくある質問
      </TextLink>
    ),
  }),
  part('icon', 'アイコン', {
    いつも言葉と一緒に: (
      <ul className="card-grid">
        {iconNames.map((name) => (
          <li key={name}>
            <Icon name={name} /> {name}
          </li>
        ))}
      </ul>
    ),
  }),
]
