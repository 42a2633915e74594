import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type GalleryPart, part } from './gallery-part.ts'

export const feedbackParts: readonly GalleryPart[] = [
  part('notice', 'お知らせ', {
    案内: <Notice>今日の使用量は暫定値です。翌日に確定します。</Notice>,
    良い: (
      <Notice tone="good" title="お支払いを受け付けました" role="status">
        回線の利用をすぐに再開しました。
      </Notice>
    ),
    注意: (
      <Notice tone="warning" title="変更は2027年1月1日（金）からになります">
        <p>今月の締め切りは2026年11月29日（日）12:00でした。</p>
        <p>
          <a href="#cutoff">締め切りについて</a>
        </p>
      </Notice>
    ),
    '危険、長い文': (
      <Notice tone="danger" title="SIMの追加は受け付けられません">
        10月分のお支払いがまだのためです。お支払いが済むと、すぐに申し込めます。お心当たりがない場合は、お問い合わせ番号を添えてご連絡ください。お問い合わせ番号：01JD9X3W6T
      </Notice>
    ),
  }),
  part('empty-state', '空の一覧', {
    操作なし: (
      <EmptyState title="通話の記録はまだありません">
        通話をすると、翌日からここに表示されます。
      </EmptyState>
    ),
    操作あり: (
      <EmptyState
        title="手続き中の申し込みはありません"
        action={<ButtonLink href="#sim">SIMを追加する</ButtonLink>}
      >
        申し込むと、ここで進み具合がわかります。
      </EmptyState>
    ),
  }),
  part('skeleton', '読み込み中', { '3行': <Skeleton lines={3} /> }),
]
