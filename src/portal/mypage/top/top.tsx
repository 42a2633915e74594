import { pageMeta } from '#portal/page-setting.ts'

export function meta() {
  return pageMeta({ title: 'マイページ', noindex: true })
}

export default function MypageTop() {
  return (
    <div className="page">
      <h1>マイページ</h1>
    </div>
  )
}
