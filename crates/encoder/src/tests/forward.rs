//! A reference implementation in f32.

use super::tiny::{EPSILON, HEADS, HIDDEN, INTERMEDIATE, LAYERS, Tensors};
use crate::Pooling;

type Rows = Vec<Vec<f32>>;

/// The unit vector of the word pieces `ids`.
pub fn forward(tensors: &Tensors, ids: &[u32], pooling: Pooling, activation: fn(f32) -> f32) -> Vec<f32> {
    let vector = pooled(tensors, ids, pooling, activation);
    let length = dot(&vector, &vector).sqrt();
    vector.iter().map(|x| x / length).collect()
}

/// That vector with its own length.
pub fn pooled(tensors: &Tensors, ids: &[u32], pooling: Pooling, activation: fn(f32) -> f32) -> Vec<f32> {
    let hidden = Model { tensors }.hidden(ids, &vec![0; ids.len()], activation);
    let column = |i: usize| hidden.iter().map(move |row| row[i]);
    (0..HIDDEN)
        .map(|i| match pooling {
            Pooling::Mean => column(i).sum::<f32>() / ids.len() as f32,
            Pooling::Cls => hidden[0][i],
            Pooling::Max => column(i).fold(f32::NEG_INFINITY, f32::max),
        })
        .collect()
}

/// The score of the word pieces `ids` of these types by a cross-encoder.
pub fn relevance(tensors: &Tensors, ids: &[u32], types: &[u32]) -> f32 {
    let model = Model { tensors };
    let hidden = model.hidden(ids, types, gelu);
    let mut pooled = model.linear("pooler.dense", &hidden[..1].to_vec());
    pooled.iter_mut().flatten().for_each(|x| *x = x.tanh());
    model.linear("classifier", &pooled)[0][0]
}

struct Model<'a> {
    tensors: &'a Tensors,
}

impl Model<'_> {
    /// The vectors of the word pieces after all layers.
    fn hidden(&self, ids: &[u32], types: &[u32], activation: fn(f32) -> f32) -> Rows {
        let mut hidden: Rows = ids
            .iter()
            .zip(types)
            .enumerate()
            .map(|(position, (&id, &kind))| {
                let word = self.row("embeddings.word_embeddings.weight", id as usize);
                let place = self.row("embeddings.position_embeddings.weight", position);
                let kind = self.row("embeddings.token_type_embeddings.weight", kind as usize);
                (0..HIDDEN).map(|i| word[i] + place[i] + kind[i]).collect()
            })
            .collect();
        self.layer_norm("embeddings", &mut hidden);
        for layer in 0..LAYERS {
            let name = format!("encoder.layer.{layer}");
            let context = self.attention(&name, &hidden);
            let mut attended = self.linear(&format!("{name}.attention.output.dense"), &context);
            add(&mut attended, &hidden);
            self.layer_norm(&format!("{name}.attention.output"), &mut attended);
            let mut inner = self.linear(&format!("{name}.intermediate.dense"), &attended);
            assert_eq!(inner[0].len(), INTERMEDIATE);
            inner.iter_mut().flatten().for_each(|x| *x = activation(*x));
            hidden = self.linear(&format!("{name}.output.dense"), &inner);
            add(&mut hidden, &attended);
            self.layer_norm(&format!("{name}.output"), &mut hidden);
        }
        hidden
    }

    fn row(&self, name: &str, row: usize) -> &[f32] {
        let (shape, values) = &self.tensors[name];
        &values[row * shape[1]..(row + 1) * shape[1]]
    }

    fn linear(&self, name: &str, input: &Rows) -> Rows {
        let (weight, bias) = (format!("{name}.weight"), &self.tensors[&format!("{name}.bias")].1);
        input
            .iter()
            .map(|x| bias.iter().enumerate().map(|(out, b)| b + dot(self.row(&weight, out), x)).collect())
            .collect()
    }

    fn layer_norm(&self, name: &str, rows: &mut Rows) {
        let gain = &self.tensors[&format!("{name}.LayerNorm.weight")].1;
        let bias = &self.tensors[&format!("{name}.LayerNorm.bias")].1;
        for row in rows {
            let mean = row.iter().sum::<f32>() / row.len() as f32;
            let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / row.len() as f32;
            for (x, (gain, bias)) in row.iter_mut().zip(gain.iter().zip(bias)) {
                *x = (*x - mean) / (variance + EPSILON).sqrt() * gain + bias;
            }
        }
    }

    fn attention(&self, name: &str, hidden: &Rows) -> Rows {
        let [query, key, value] = ["query", "key", "value"]
            .map(|part| self.linear(&format!("{name}.attention.self.{part}"), hidden));
        let size = HIDDEN / HEADS;
        let mut context = vec![vec![0.0; HIDDEN]; hidden.len()];
        for head in 0..HEADS {
            let part = head * size..(head + 1) * size;
            for (query, context) in query.iter().zip(&mut context) {
                let scores: Vec<f32> = key
                    .iter()
                    .map(|key| (dot(&query[part.clone()], &key[part.clone()]) / (size as f32).sqrt()).exp())
                    .collect();
                let total: f32 = scores.iter().sum();
                for (score, value) in scores.iter().zip(&value) {
                    part.clone().for_each(|i| context[i] += score / total * value[i]);
                }
            }
        }
        context
    }
}

fn add(rows: &mut Rows, other: &Rows) {
    rows.iter_mut().flatten().zip(other.iter().flatten()).for_each(|(x, y)| *x += y);
}

pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// x · Φ(x), with the error function by its Maclaurin series.
pub fn gelu(x: f32) -> f32 {
    let z = f64::from(x) / std::f64::consts::SQRT_2;
    let (mut term, mut sum) = (z, z);
    for n in 1..200 {
        term *= -z * z / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    let erf = if z.abs() > 5.0 { z.signum() } else { sum * std::f64::consts::FRAC_2_SQRT_PI };
    (f64::from(x) * 0.5 * (1.0 + erf)) as f32
}

pub fn gelu_tanh(x: f32) -> f32 {
    0.5 * x * (1.0 + ((2.0 / std::f32::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3))).tanh())
}
