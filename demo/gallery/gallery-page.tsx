import { useParams, type LoaderFunctionArgs } from 'react-router'
import { Gallery, findGalleryPart } from './gallery.tsx'

export const meta = () => [{ title: '部品の一覧' }, { name: 'robots', content: 'noindex' }]

/** The design system, in development only. @throws 404 for an unknown part. */
export function loader({ params: { slug } }: LoaderFunctionArgs) {
  if (slug !== undefined && findGalleryPart(slug) === undefined)
    throw new Response(null, { status: 404 })
  return null
}

export default function GalleryPage() {
  const { slug } = useParams()
  return <Gallery part={slug === undefined ? undefined : findGalleryPart(slug)} />
}
