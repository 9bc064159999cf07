import { describe, expect, it } from 'vitest'
import { folderCycles, rolesOutOfOrder } from './folders.ts'

const at = (path: string, text = '') => ({ path: `services/shop/src/${path}`, text })

const circle = [
  at('orders/order.actions.ts', `import type { Product } from '../products/product.types.ts'`),
  at('products/product.store.ts', `import { toPrice } from '../prices/price.rules.ts'`),
  at('prices/price.view.ts', `export { toOrder } from '../orders/order.view.ts'`),
]

describe('folderCycles', () => {
  it('rejects a cycle that includes a type-only import and a re-export, and lists its imports', () => {
    const [first, ...more] = folderCycles(circle)
    expect(more).toEqual([])
    const folder = (name: string) => `services/shop/src/${name}`
    expect(first).toContain(
      `${folder('orders')} → ${folder('products')} → ${folder('prices')} → ${folder('orders')}`,
    )
    expect(first).toContain(`${folder('prices')}/price.view.ts imports ${folder('orders')}/order.view.ts`)
  })

  it('rejects an import cycle in a library', () => {
    const files = [
      { path: 'libs/http/src/routes/a.ts', text: `import '../replies/b.ts'` },
      { path: 'libs/http/src/replies/deep/c.ts', text: `import type { A } from '../../routes/a.ts'` },
    ]
    expect(folderCycles(files)).toHaveLength(1)
  })

  it('rejects an import cycle between an area of a web application and its shell, but not one area for another', () => {
    const page = {
      path: 'services/shop/web/areas/orders/orders.page.tsx',
      text: `import '../../app/live.ts'`,
    }
    const live = (text: string) => ({ path: 'services/shop/web/app/live.ts', text })
    expect(folderCycles([page, live(`import '../areas/orders/order.rules.ts'`)])).toHaveLength(1)
    expect(folderCycles([page, live(`import '../areas/products/product.rules.ts'`)])).toEqual([])
  })

  it('accepts imports that form no cycle, imports in tests, and imports to and from files directly in src', () => {
    expect(folderCycles(circle.slice(1))).toEqual([])
    const files = [
      at('service.ts', `import '../orders/order.store.ts'`),
      at('orders/order.store.ts', `import type { Deps } from '../deps.ts'`),
      at('prices/price.test.ts', `import '../orders/order.view.ts'`),
      ...circle.slice(0, 2),
    ]
    expect(folderCycles(files)).toEqual([])
  })
})

describe('rolesOutOfOrder', () => {
  it.each([
    ['orders/order.rules.ts', './order.store.ts'],
    ['orders/order.contract.ts', './order.types.ts'],
    ['orders/order.view.ts', '../products/product.actions.ts'],
    ['orders/order.actions.ts', './order.handlers.ts'],
  ])('rejects a file %s that imports %s', (path, target) => {
    expect(rolesOutOfOrder([at(path, `import type { A } from '${target}'`)])).toHaveLength(1)
  })

  it.each([
    ['orders/order.handlers.ts', './order.actions.ts'],
    ['orders/order.events.ts', './order.view.ts'],
    ['orders/order.rules.ts', './order.types.ts'],
    ['orders/order.rules.test.ts', './order.store.ts'],
    ['consumers/on-paid.ts', '../orders/order.actions.ts'],
  ])('accepts a file %s that imports %s', (path, target) => {
    expect(rolesOutOfOrder([at(path, `import { a } from '${target}'`)])).toEqual([])
  })
})
