export {
  clientLoader,
  default,
  handle,
  loader,
  meta,
  shouldRevalidate,
} from '#portal/site/static-page.tsx'
