{{- define "wp.poolSize" -}}
{{- int (.Values.mongodb.poolSize | default .Values.global.mongodb.poolSize) -}}
{{- end -}}

{{/* Connections of a service to each MongoDB server when it has as many pods as possible. */}}
{{- define "wp.connections" -}}
{{- $graph := get (fromYaml (.Files.Get "files/call-graph.yaml")) (include "wp.name" .) -}}
{{- ternary (mul (include "wp.maxPods" .) (include "wp.poolSize" .)) 0 $graph.database -}}
{{- end -}}
