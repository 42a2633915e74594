import { useEffect, useState } from 'react'
import { sendWaiting, takeOutcomes } from '#portal/stored/asked.ts'
import type { LaterOutcome, Outcome } from '#portal/stored/figures.ts'
import { tidy } from '#portal/stored/store.ts'
import { Notice } from '#ui/notice.tsx'

const words: Readonly<Record<Outcome, string>> = {
  sent: '送りました。',
  late: '時間が過ぎたため、送っていません。必要なら、もう一度操作してください。',
  refused: '受け付けられませんでした。いまの状態を画面でお確かめください。',
  changedElsewhere:
    'つながるまでのあいだに、ほかの画面で変わっていたため、送っていません。いまの設定を確かめて、必要ならもう一度操作してください。',
  otherVersion: 'アプリが新しくなったため、送っていません。必要なら、もう一度操作してください。',
  loginOver: 'ログインが終わったため、送っていません。必要なら、もう一度操作してください。',
}

/** What was asked for without the network goes out as soon as my page is open again; what became of it is said once. */
export function LaterOutcomes() {
  const [outcomes, setOutcomes] = useState<readonly LaterOutcome[]>([])
  useEffect(() => {
    let isHere = true
    const look = async () => {
      await tidy()
      await sendWaiting()
      const all = await takeOutcomes()
      if (isHere && all.length > 0) setOutcomes(all)
    }
    void look()
    return () => void (isHere = false)
  }, [])
  if (outcomes.length === 0) return null
  const isDone = outcomes.every(({ outcome }) => outcome === 'sent')
  return (
    <div className="mynotes flow">
      <Notice
        tone={isDone ? 'info' : 'warning'}
        title="つながっていないときに決めた操作"
        role="status"
      >
        {outcomes.map(({ key, words: what, outcome }) => (
          <p key={key}>
            {/* A worker of another version may know an outcome that this page does not. */}
            {what}：{words[outcome] ?? words.refused}
          </p>
        ))}
      </Notice>
    </div>
  )
}
