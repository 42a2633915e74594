import { answering, refusal, saying, turning, wireBreaches } from './breaches.ts'
import { SECRET, trySystem } from './try-system.ts'

const wifi = 'PUT /services/public-wifi/*'
const any = 'PUT /services/*/*'

trySystem('group-services', [
  ...wireBreaches({
    change: wifi,
    secret: SECRET,
    done: 200,
    atField: 'effectiveAt',
    hasElsewhere: true,
  }),
  {
    name: 'パスワードを渡さない',
    breaks: 'SERVICE-1',
    answer: saying(wifi, (json) => ({
      ...json,
      activation: { id: 'a', url: 'https://a.example' },
    })),
  },
  {
    name: '住所でないものを住所として渡す',
    breaks: 'SERVICE-2',
    answer: saying(any, (json) => ({ ...json, activation: { code: 'a', url: 'magazines' } })),
  },
  {
    name: '止めたのに、はじめるものを渡す',
    breaks: 'SERVICE-3',
    answer: saying(wifi, (json) => ({ ...json, activation: { id: 'a' } })),
  },
  {
    name: '知らないサービスを、404で断る',
    breaks: 'SERVICE-4',
    answer: turning(any, 400, refusal(404, 'NOT_FOUND')),
  },
  {
    name: '断るときに、200で答える',
    breaks: 'SERVICE-5',
    answer: answering(any, async (_, forward) => ({ ...(await forward()), status: 200 })),
  },
])
