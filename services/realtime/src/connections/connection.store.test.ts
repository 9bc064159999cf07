import { readConfig } from '@wp/config'
import { newId } from '@wp/kernel'
import { createMetrics } from '@wp/telemetry'
import { expect, test } from 'vitest'
import { realtimeConfig } from '../config.ts'
import { openConnections } from './connection.store.ts'

test('a workspace has 10,000 connections at most, whatever others have; one that is gone makes room', () => {
  const { maxSocketsPerWorkspace } = readConfig(realtimeConfig, {})
  const connections = openConnections(createMetrics('test'), maxSocketsPerWorkspace)
  const [mine, other] = [newId(), newId()]
  for (let count = 0; count < 10_000; count += 1) expect(connections.add(mine)).toBe(true)
  expect(connections.add(mine)).toBe(false)
  expect(connections.add(other)).toBe(true)
  connections.remove(mine)
  expect(connections.add(mine)).toBe(true)
  expect(connections.add(mine)).toBe(false)
})
