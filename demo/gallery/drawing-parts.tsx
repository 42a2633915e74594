import { brand } from '#brand'
import { Drawing } from '#ui/drawing/drawing.tsx'
import { firstBillDrawing } from '#ui/drawing/first-bill.ts'
import { type GalleryPart, part, statesOf } from './gallery-part.ts'

const files = import.meta.glob<string>('../../src/ui/drawing/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Stand-ins: on a page these come from the catalogue. */
const figures = {
  'brand.provider': brand.provider,
  'plan 13.gb': '3GB',
  'plan 20.gb': '10GB',
  'rule lowSpeed': '200kbps',
  'rule initialCancellationDays': '8日',
  'rule mnpValidDays': '15日',
  'rule cancellationCutOff': '月末の前日の12:00',
  'yen talk.per30s': '11円',
  'yen oneOff.cancellation': '0円',
  'amount oneOff.cancellation': '0',
  'quote 13.voice': '1,191円',
}

const firstBill = {
  issueYen: 3300,
  preparationYen: 433,
  monthYen: 808,
  totalYen: 4541,
  nextYen: 1191,
}

export const drawingParts: readonly GalleryPart[] = [
  part('drawing', '絵', {
    ...statesOf(
      Object.entries(files),
      ([file]) => file.slice(file.lastIndexOf('/') + 1, -'.svg'.length),
      ([, svg]) => <Drawing svg={svg} figures={figures} />,
    ),
    'first-bill': <Drawing svg={firstBillDrawing(firstBill)} />,
  }),
]
