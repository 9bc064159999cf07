// G13: the cost of a page of products must not grow with the number of products.
import { benchBySize, get } from './parts/by-size.ts'

const list = '/public/storefront/stores/bench/products'

await benchBySize({
  service: 'storefront',
  title: 'Public product lists by number of products',
  noun: 'products',
  sizes: [1_000, 100_000],
  peers: ['identity'],
  prepare: () => ({
    'first page': [get(list)],
    'page without a count': [get(`${list}?after=`)],
    search: [get(`${list}?search=rare`)],
    product: [get(`${list}/vase-7`)],
    'shop page': [get('/shop/bench')],
  }),
})
