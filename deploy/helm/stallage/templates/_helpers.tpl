{{- define "stallage.name" -}}
{{- $name := contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) -}}
{{- $name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "stallage.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "stallage.labels" -}}
{{ include "stallage.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* What all pods have in common. Arguments: root, command, resources, probes, lifecycle. */ -}}
{{- define "stallage.pod" -}}
{{- $values := .root.Values -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with $values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: stallage
    image: {{ printf "%s:%s" $values.image.repository $values.image.tag | quote }}
    imagePullPolicy: {{ $values.image.pullPolicy }}
    command: {{ toJson .command }}
    envFrom:
      - secretRef: { name: {{ $values.existingSecret | quote }} }
    env:
      - { name: STALLAGE_PUBLIC_URL, value: {{ $values.publicUrl | quote }} }
      - { name: STALLAGE_STORAGE_URL, value: {{ $values.storageUrl | quote }} }
      - { name: STALLAGE_TRUSTED_PROXIES, value: {{ $values.trustedProxies | quote }} }
      {{- range $name, $value := $values.settings }}
      - { name: {{ $name }}, value: {{ $value | toString | quote }} }
      {{- end }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    resources: {{- toYaml .resources | nindent 6 }}
    {{- with .more }}
    {{- . | nindent 4 }}
    {{- end }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
volumes:
  - name: data
    emptyDir: { sizeLimit: {{ $values.dataSize }} }
  - name: tmp
    emptyDir: { sizeLimit: 1Gi }
{{- end }}
