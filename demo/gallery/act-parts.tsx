import { brand } from '#brand'
import { Button, ButtonLink, ButtonRow } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon, iconNames } from '#ui/icon.tsx'
import { Logo } from '#ui/logo.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { GalleryPart } from './gallery-part.ts'

const longLabel = '登録しているすべての回線の高速データ通信をオフにして、確認画面へ進む'

export const actParts: readonly GalleryPart[] = [
  {
    slug: 'logo',
    title: 'ロゴ',
    states: [{ name: '通常', show: <Logo name={brand.service} /> }],
  },
  {
    slug: 'button',
    title: 'ボタン',
    states: [
      {
        name: '主な操作、ほかの操作、戻る道',
        show: (
          <ButtonRow>
            <Button kind="primary">変更を確認する</Button>
            <Button>明細を見る</Button>
            <Button kind="plain">手続きをやめる</Button>
          </ButtonRow>
        ),
      },
      { name: '取り消せない操作', show: <Button kind="danger">解約を申し込む</Button> },
      {
        name: '送信中',
        show: (
          <ButtonRow>
            <Button kind="primary" busy>
              変更を確認する
            </Button>
            <Button busy busyLabel="調べています">
              住所を調べる
            </Button>
          </ButtonRow>
        ),
      },
      { name: '移動するボタン', show: <ButtonLink href="#button">料金プランを見る</ButtonLink> },
      { name: '長い言葉', show: <Button>{longLabel}</Button> },
    ],
  },
  {
    slug: 'copy-button',
    title: 'コピーのボタン',
    states: [
      {
        name: '値の横',
        show: (
          <p className="copied">
            <code>mobile.example.jp</code>
            <CopyButton text="mobile.example.jp" label="APN" />
          </p>
        ),
      },
    ],
  },
  {
    slug: 'text-link',
    title: 'リンク',
    states: [
      { name: '通常', show: <TextLink href="/fee">料金プラン</TextLink> },
      {
        name: '新しいタブ',
        show: (
          <TextLink href="https://example.com/" external>
            よくある質問
          </TextLink>
        ),
      },
    ],
  },
  {
    slug: 'icon',
    title: 'アイコン',
    states: [
      {
        name: 'いつも言葉と一緒に',
        show: (
          <ul className="card-grid">
            {iconNames.map((name) => (
              <li key={name}>
                <Icon name={name} /> {name}
              </li>
            ))}
          </ul>
        ),
      },
    ],
  },
]
