import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { familyRequestApi } from '#protocol/family-request.ts'
import { AnswerCard } from './answer-card.tsx'

const request = familyRequestApi.familyRequestGet.result.shape.requests.element.parse({
  requestId: 'req_1',
  kind: 'option',
  label: '10分かけ放題',
  state: 'open',
  stateLabel: '返事待ち',
  askedAt: '2026-11-28T10:00:00+09:00',
  expiresAt: '2026-11-29T10:00:00+09:00',
  line: {
    lineId: 'line_00000000000000000001',
    number: '09000002002',
    nickname: '蓮',
    position: 2,
    simKind: 'voice',
    simSize: 'nano',
  },
  name: '蓮',
  isSlow: false,
  answers: [],
})

const shown = (isHolder: boolean) =>
  renderToStaticMarkup(
    <AnswerCard
      request={request}
      leftBytes={0}
      isHolder={isHolder}
      keys={{ xsrfToken: 't', draft: 'd' }}
    />,
  )

test('できる返事がないお願いには、まとめ役なら契約者だけができると、契約者ならいまはないと言う', () => {
  expect(shown(false)).toContain('料金のかかる返事は、契約者の方だけができます。')
  expect(shown(true)).toContain('いまは、かなえられる返事がありません。')
})
